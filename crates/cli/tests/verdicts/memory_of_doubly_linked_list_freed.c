// expect: TRUE
// flags: --analysis shape --check valid-memtrack,valid-deref,valid-free
// expect: TRUE
// flags: --check valid-memtrack,valid-deref,valid-free
// with: BUG
// expect: FALSE
// flags: --check valid-memtrack,valid-deref,valid-free
/* A doubly linked list is freed to its end. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { int data; struct node *next, *prev; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) for (;;) ;
    n->data = 1;
    n->next = list;
    n->prev = 0;
    if (list) list->prev = n;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
#ifdef BUG
    if (!next || next->data == 1) free(list);
    if (!next) free(list);
#else
    free(list);
#endif
    list = next;
  }
  return 0;
}
