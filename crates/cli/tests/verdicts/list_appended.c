// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* Nodes are appended at the end, and found in that order: ones, and then a two. */
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
  struct node *first = made(1, 0), *last = first;
  while (__VERIFIER_nondet_int()) { last->next = made(1, 0); last = last->next; }
#ifdef BUG
  last->next = made(2, made(2, 0));
#else
  last->next = made(2, 0);
#endif
  struct node *n = first;
  while (n->data == 1) n = n->next;
  if (n->data != 2 || n->next != 0) reach_error();
  return 0;
}
