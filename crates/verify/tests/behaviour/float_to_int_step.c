// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  double d = x;
#ifdef BUG
  d = d / 1.0;
#else
  d = d / 2.0;
#endif
  int y = (int)d;
  y = y + 1;
  return y == 0;
}
