// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  double d = x;
  d = d / 1.0;
  int y = (int)d;
  y = y + 1;
  return y == 0;
}
