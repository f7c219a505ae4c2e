// outer: 15 8
// n: 19 18
// depth: 7 12
// g: 9 11 18
extern int __VERIFIER_nondet_int(void);
int g;
int depth;
static void put(int *to) { *to = 1;
  g = 2; }
static void visit(int n) {
  if (n > 3) { g = 3; return; }
HERE:  depth = n;
}
int main(void) {
  int outer = 0;
  put(&outer);
  g = 9;
  if (__VERIFIER_nondet_int()) put(&outer); else { g = 4; visit(0); }
  visit(1);
  return g;
}
