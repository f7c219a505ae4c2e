// expect: TRUE
// check: no-overflow
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long();
  long b = __VERIFIER_nondet_long();
  long m = a / 2 + b / 2 + (a % 2 + b % 2) / 2;
  if (a > 0 && b > 0 && m < 0)
    return 1;
  return 0;
}
