// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 13
extern int __VERIFIER_nondet_int(void);
static int factorial(int n) {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BUG
  if (n < -5 || n > 13)
#else
  if (n < 0 || n > 12)
#endif
    return 0;
  int f = factorial(n);
  return f == 24;
}
