// The mean of two numbers, computed in the way that everybody writes first.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int mean(int low, int high) {
  return (low + high) / 2;
}

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low)
    return 0;
  int middle = mean(low, high);
  if (middle < low || middle > high)
    reach_error();
  return 0;
}
