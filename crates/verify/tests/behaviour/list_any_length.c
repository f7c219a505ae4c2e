// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1 1 1 0
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct n { struct n *next; };

int main(void) {
  struct n *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct n *x = malloc(sizeof *x);
    x->next = list;
    list = x;
  }
  while (list) {
    struct n *x = list;
    list = list->next;
    free(x);
#ifdef BUG
    if (list && !list->next)
      list = 0;
#else
    
#endif
  }
  return 0;
}
