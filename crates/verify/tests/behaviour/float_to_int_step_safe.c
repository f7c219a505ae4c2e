// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  double d = x;
  d = d / 2.0;
  int y = (int)d;
  y = y + 1;
  return y == 0;
}
