// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648 0
extern int __VERIFIER_nondet_int(void);
static int gcd(int a, int b) {
  while (b != 0) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
#ifdef BUG
  if (a == -2147483647 - 1 && b == -1)
#else
  if (a < 1 || b < 1)
#endif
    return 0;
#ifdef BUG
  if (b == -1)
    return 0;
  if (b < 0)
    b = b == -2147483647 - 1 ? 2 : -b;
#endif
  int g = gcd(a, b);
  if (g < 0)
    g = -g;
  return g == 1;
}
