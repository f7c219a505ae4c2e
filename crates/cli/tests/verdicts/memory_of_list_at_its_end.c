// expect: TRUE
// flags: --analysis shape --check valid-deref
// expect: TRUE
// flags: --check valid-deref
// with: BUG
// expect: FALSE
// flags: --check valid-deref
/* The walk to the last node does not go further. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { int data; struct node *next; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) for (;;) ;
    n->data = 1;
    n->next = list;
    list = n;
  }
#ifdef BUG
  while (list && list->data == 1) list = list->next;
  list->data = 2;
#else
  while (list && list->next) list = list->next;
  if (list) list->data = 2;
#endif
  return 0;
}
