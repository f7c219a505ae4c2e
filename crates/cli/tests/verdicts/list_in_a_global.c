// expect: TRUE
// flags: --analysis shape
// with: BUG
// expect: FALSE
// flags: --analysis shape
#ifdef BUG
/* As in the safe twin, but for one place: the claim does not hold. */
#else
/* A list of a global, made and read by functions. */
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
struct node *list;
static void put(int data) { list = made(data, list); }
static int all_are(int data) {
  for (struct node *n = list; n; n = n->next)
    if (n->data != data) return 0;
  return 1;
}
int main(void) {
  while (__VERIFIER_nondet_int()) put(4);
#ifdef BUG
  put(3);
#else
  put(4);
#endif
  if (!all_are(4)) reach_error();
  return 0;
}
