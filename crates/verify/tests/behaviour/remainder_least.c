// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -9223372036854775808 -1
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long();
  long m = __VERIFIER_nondet_long();
#ifdef BUG
  if (m != 0) {
#else
  if (m > 0 || m < -1) {
#endif
    long r = a % m;
    if (r == 5)
      return 2;
  }
  return 0;
}
