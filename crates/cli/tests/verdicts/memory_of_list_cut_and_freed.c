// expect: TRUE
// flags: --analysis shape --check valid-deref,valid-free
// expect: TRUE
// flags: --check valid-deref,valid-free
// with: BUG
// expect: FALSE
// flags: --check valid-deref,valid-free
/* The first node is taken out, and the others are still there. */
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
  if (list) free(list);
#else
  if (list) {
    struct node *rest = list->next;
    free(list);
    list = rest;
  }
#endif
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
