// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* From the end one comes to the beginning. */
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
  struct node *first = made(5), *last = first;
  while (__VERIFIER_nondet_int()) {
#ifdef BUG
    struct node *n = made(5);
#else
    struct node *n = made(6);
#endif
    n->prev = last;
    last->next = n;
    last = n;
  }
  struct node *n = last;
  while (n->data == 6) n = n->prev;
  if (n != first) reach_error();
  return 0;
}
