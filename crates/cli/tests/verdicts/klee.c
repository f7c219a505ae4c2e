// expect: TRUE
// with: BUG
// expect: FALSE
// The functions of KLEE: any bytes in an object, and an assumption.
extern void klee_make_symbolic(void *addr, unsigned long size, const char *name);
extern void klee_assume(unsigned long condition);
extern void reach_error(void);
struct pair { int a; char b; };
int main(void) {
  int x;
  struct pair p;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&p, sizeof p, "p");
  klee_assume(x > 3 && x < 6);
#ifdef BUG
  if (x < 4 || x > 5) return 0;
  if (p.a == x + 37 && p.b == 'k') reach_error();
#else
  if (x < 4 || x > 5) reach_error();
  if (p.a == x && p.a > 5) reach_error();
#endif
  return 0;
}
