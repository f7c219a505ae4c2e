// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* A ring leads back to its first node. */
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
  struct node *ring = made(1, 0), *last = ring;
  while (__VERIFIER_nondet_int()) { last->next = made(2, 0); last = last->next; }
#ifdef BUG
  last->next = 0;
#else
  last->next = ring;
#endif
  struct node *n = ring->next;
  while (n && n != ring) { if (n->data != 2) reach_error(); n = n->next; }
  if (!n) reach_error();
  return 0;
}
