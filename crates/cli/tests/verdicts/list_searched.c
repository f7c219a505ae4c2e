// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* A search stops at the node that was put there. */
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
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) list = made(__VERIFIER_nondet_int(), list);
  struct node *known = made(9, list);
  list = known;
#ifdef BUG
  while (__VERIFIER_nondet_int()) list = made(9, list);
#else
  while (__VERIFIER_nondet_int()) list = made(4, list);
#endif
  struct node *n = list;
  while (n && n->data != 9) n = n->next;
  if (n != known) reach_error();
  return 0;
}
