// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 0
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);
extern void *malloc(unsigned long);
extern void free(void *);

struct point { int x, y; };

int main(void) {
  struct point *p = malloc(sizeof *p);
  p->x = __VERIFIER_nondet_int();
  p->y = 2;
#ifdef BUG
  free(p);
#endif
  printf("%d %d\n", p->x, p->y);
#ifndef BUG
  free(p);
#endif
  return 0;
}
