// expect: TRUE
// flags: --analysis shape
/* Each node is behind the one before. */
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
    n->prev = last;
    last->next = n;
    last = n;
  }
  for (struct node *n = first; n->next; n = n->next)
    if (n->next->prev != n) reach_error();
  return 0;
}
