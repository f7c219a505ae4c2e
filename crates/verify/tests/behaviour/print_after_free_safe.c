// expect: TRUE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);
extern void *malloc(unsigned long);
extern void free(void *);

struct point { int x, y; };

int main(void) {
  struct point *p = malloc(sizeof *p);
  p->x = __VERIFIER_nondet_int();
  p->y = 2;
  printf("%d %d\n", p->x, p->y);
  free(p);
  return 0;
}
