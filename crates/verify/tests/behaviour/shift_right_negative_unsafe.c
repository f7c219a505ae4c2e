// expect: FALSE
// check: no-overflow
// input: -2147483648
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int h = x >> 0;
  int back = h + h;
  return back > 0 && x < 0;
}
