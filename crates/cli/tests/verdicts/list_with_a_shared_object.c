// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* All nodes point to one object, which is written through one of them. */
#endif
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct shared { int value; };
struct node { struct shared *shared; struct node *next; };
int main(void) {
  struct shared *one = malloc(sizeof *one);
  if (!one) for (;;) ;
  one->value = 1;
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) for (;;) ;
    n->shared = one;
    n->next = list;
    list = n;
  }
#ifdef BUG
  if (list) list->shared->value = 3;
#else
  if (list) list->shared->value = 2;
#endif
  for (struct node *n = list; n; n = n->next)
    if (n->shared != one || n->shared->value != 2) reach_error();
  return 0;
}
