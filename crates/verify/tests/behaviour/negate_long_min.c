// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -9223372036854775808
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
#ifdef BUG
  if (x < -9223372036854775807 - 1)
#else
  if (x < -9223372036854775807)
#endif
    x = 0;
  long y = -x;
  return y == 2;
}
