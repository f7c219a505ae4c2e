// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* Reversal keeps the data. */
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
  struct node *list = 0, *turned = 0;
  while (__VERIFIER_nondet_int()) list = made(3, list);
#ifdef BUG
  if (list) list->data = 6;
#else
  if (list) list->data = 5;
#endif
  while (list) { struct node *next = list->next; list->next = turned; turned = list; list = next; }
  for (struct node *n = turned; n; n = n->next)
    if (n->data != 3 && n->data != 5) reach_error();
  return 0;
}
