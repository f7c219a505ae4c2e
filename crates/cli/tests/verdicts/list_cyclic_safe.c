// expect: TRUE
// flags: --analysis shape
/* A ring leads back to its first node. */
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
  last->next = ring;
  struct node *n = ring->next;
  while (n && n != ring) { if (n->data != 2) reach_error(); n = n->next; }
  if (!n) reach_error();
  return 0;
}
