// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* White nodes, one blue node, white nodes. */
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
  int is_blue = 0;
  while (__VERIFIER_nondet_int()) {
    int data = 0;
    if (!is_blue && __VERIFIER_nondet_int()) { data = 1; is_blue = 1; }
    list = made(data, list);
#ifdef BUG
    if (list->data == 1) list->data = 2;
#else
    ;
#endif
  }
  int seen = 0;
  for (struct node *n = list; n; n = n->next)
    if (n->data == 1) { if (seen) reach_error(); seen = 1; }
  if (seen != is_blue) reach_error();
  return 0;
}
