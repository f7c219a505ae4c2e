// expect: TRUE
// flags: --analysis shape --check valid-free
// expect: TRUE
// flags: --check valid-free
// with: BUG
// expect: FALSE
// flags: --check valid-free
/* Each node is freed once. */
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
    free(list);
#ifdef BUG
    if (next && __VERIFIER_nondet_int()) free(list);
#endif
    list = next;
  }
  return 0;
}
