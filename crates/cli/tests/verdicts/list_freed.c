// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* Each node is freed once, and its neighbour is still there. */
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
  int count = 0;
  while (__VERIFIER_nondet_int()) list = made(1, list);
  while (list) {
    struct node *next = list->next;
    if (next && next->data != 1) reach_error();
    free(list);
    list = next;
#ifdef BUG
    if (list) list->next = made(2, 0);
#else
    ;
#endif
  }
  if (list) reach_error();
  return 0;
}
