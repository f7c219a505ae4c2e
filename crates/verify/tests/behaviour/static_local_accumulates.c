// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 1000000000 1000000000 1000000000
extern int __VERIFIER_nondet_int(void);
static int tally(int x) {
  static int sum = 0;
#ifdef BUG
  if (x > 0 && sum < 2147483647)
#else
  if (x > 0 && sum <= 2147483647 - x)
#endif
    sum += x;
  return sum;
}

int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++)
    s = tally(__VERIFIER_nondet_int());
  return s == 9;
}
