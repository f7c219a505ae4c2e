// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* The one node of another value is taken out. */
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
  while (__VERIFIER_nondet_int()) list = made(1, list);
  list = made(2, list);
  while (__VERIFIER_nondet_int()) list = made(1, list);
  struct node **at = &list;
  while ((*at)->data != 2) at = &(*at)->next;
  struct node *gone = *at;
#ifdef BUG
  at = &gone->next;
#else
  *at = gone->next;
#endif
  for (struct node *n = list; n; n = n->next)
    if (n->data != 1) reach_error();
  free(gone);
  return 0;
}
