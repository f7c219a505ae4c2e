// expect: TRUE
// check: no-overflow
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x < -9223372036854775807)
    x = 0;
  long y = -x;
  return y == 2;
}
