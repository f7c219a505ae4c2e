// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647 2147483647
extern int __VERIFIER_nondet_int(void);
static int middle(int low, int high) {
#ifdef BUG
  return (low + high) / 2;
#else
  return low + (high - low) / 2;
#endif
}

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low)
    return 0;
  int m = middle(low, high);
  if (m < low || m > high)
    return 1;
  return 0;
}
