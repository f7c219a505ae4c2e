// expect: TRUE
// check: no-overflow
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
  if (a < 1 || b < 1)
    return 0;
  int g = gcd(a, b);
  if (g < 0)
    g = -g;
  return g == 1;
}
