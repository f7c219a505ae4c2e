// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* Each node is behind the one before. */
#endif
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { int data; struct node *next, *prev; };
static struct node *made(int data) {
  struct node *n = malloc(sizeof *n);
  if (!n) for (;;) ;
  n->data = data;
  n->next = 0;
  n->prev = 0;
  return n;
}
int main(void) {
  struct node *first = made(1), *last = first;
  while (__VERIFIER_nondet_int()) {
    struct node *n = made(1);
#ifdef BUG
    n->prev = first;
#else
    n->prev = last;
#endif
    last->next = n;
    last = n;
  }
  for (struct node *n = first; n->next; n = n->next)
    if (n->next->prev != n) reach_error();
  return 0;
}
