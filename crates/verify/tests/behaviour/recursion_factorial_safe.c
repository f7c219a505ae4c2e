// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
static int factorial(int n) {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12)
    return 0;
  int f = factorial(n);
  return f == 24;
}
