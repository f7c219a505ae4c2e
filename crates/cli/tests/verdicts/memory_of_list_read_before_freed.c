// expect: TRUE
// flags: --analysis shape --check valid-deref
// expect: TRUE
// flags: --check valid-deref
// with: BUG
// expect: FALSE
// flags: --check valid-deref
/* A node is read before it is freed, not after. */
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
  while (list) {
    struct node *next = list->next;
#ifdef BUG
    free(list);
#endif
    if (list->data != 1) next = 0;
#ifndef BUG
    free(list);
#endif
    list = next;
  }
  return 0;
}
