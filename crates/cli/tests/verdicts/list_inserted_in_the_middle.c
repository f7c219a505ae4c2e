// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* A node of another value is somewhere in the middle, and only one. */
#endif
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { int data; struct node *next; };
static struct node *made(int data, struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (!n) for (;;) ;;
  n->data = data;
  n->next = next;
  return n;
}
int main(void) {
  struct node *list = made(1, 0);
  while (__VERIFIER_nondet_int()) list = made(1, list);
  struct node *at = list;
  while (at->next && __VERIFIER_nondet_int()) at = at->next;
  at->next = made(2, at->next);
  int found = 0;
  for (struct node *n = list; n; n = n->next)
    if (n->data == 2) found++;
#ifdef BUG
  if (found != 0) reach_error();
#else
  if (found != 1) reach_error();
#endif
  return 0;
}
