// expect: TRUE
// flags: --analysis shape --check valid-deref
// expect: TRUE
// flags: --check valid-deref
// with: BUG
// expect: UNKNOWN
// flags: --analysis shape --check valid-deref
// expect: FALSE
// flags: --check valid-deref
#ifdef BUG
/* One of two is freed, and which one is not known. */
#else
/* One of two is freed, and which one is not known. The other is used. */
#endif
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { int data; struct node *next; };
int main(void) {
  struct node *list = 0, *one = malloc(sizeof *one);
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->data = 1;
    n->next = list;
    list = n;
  }
  struct node *both[2] = {list, one};
  int which = __VERIFIER_nondet_int() != 0;
#ifdef BUG
  free(both[which]);
#else
  if (which) {
    free(both[which]);
    one = malloc(sizeof *one);
  }
#endif
  one->data = 2;
  return 0;
}
