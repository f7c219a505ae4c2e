// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 9223372036854775807 9223372036854775807
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long();
  long b = __VERIFIER_nondet_long();
#ifdef BUG
  long m = (a + b) / 2;
#else
  long m = a / 2 + b / 2 + (a % 2 + b % 2) / 2;
#endif
  if (a > 0 && b > 0 && m < 0)
    return 1;
  return 0;
}
