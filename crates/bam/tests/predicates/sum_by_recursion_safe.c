// expect: true
// tree: any
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

// Moves one number over to the other; the sum wraps around, and stays what it is modulo the width.
static int plus(int n, int m) {
  if (n <= 0)
    return m + n;
  return plus(n - 1, m + 1);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 1000 || b < 0 || b > 1000)
    return 0;
  if (plus(a, b) != a + b)
    reach_error();
  return 0;
}
