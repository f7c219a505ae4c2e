// expect: FALSE
// check: no-overflow
// input: 9223372036854775807 9223372036854775807
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long();
  long b = __VERIFIER_nondet_long();
  long m = (a + b) / 2;
  if (a > 0 && b > 0 && m < 0)
    return 1;
  return 0;
}
