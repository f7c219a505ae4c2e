// expect: TRUE
// check: no-overflow
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long();
  long m = __VERIFIER_nondet_long();
  if (m > 0 || m < -1) {
    long r = a % m;
    if (r == 5)
      return 2;
  }
  return 0;
}
