// expect: FALSE
// check: no-overflow
// input: -9223372036854775808 -1
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long();
  long m = __VERIFIER_nondet_long();
  if (m != 0) {
    long r = a % m;
    if (r == 5)
      return 2;
  }
  return 0;
}
