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
  while (list && list->data == 1) list = list->next;
  list->data = 2;
  return 0;
}
