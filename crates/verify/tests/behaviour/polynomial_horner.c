// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 900
extern int __VERIFIER_nondet_int(void);
/* 3x^3 - 2x^2 + x - 5 for small x only. */
int main(void) {
  static const int k[4] = {3, -2, 1, -5};
  int x = __VERIFIER_nondet_int();
#ifdef BUG
  if (x < -890 || x > 900)
#else
  if (x < -890 || x > 890)
#endif
    return 0;
  int y = k[0];
  for (int i = 1; i < 4; i++)
    y = y * x + k[i];
  return y == 0;
}
