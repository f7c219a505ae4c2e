// expect: TRUE
// flags: --analysis shape --check valid-deref
// expect: TRUE
// flags: --check valid-deref
// with: BUG
// expect: FALSE
// flags: --check valid-deref
/* Each node but the first has one before it. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { int data; struct node *next, *prev; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) for (;;) ;
    n->data = 1;
    n->next = list;
    n->prev = 0;
    if (list) list->prev = n;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
#ifdef BUG
    n->prev->data = 2;
#else
    if (n->next) n->next->prev->data = 2;
#endif
  return 0;
}
