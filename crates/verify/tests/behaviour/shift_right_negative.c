// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef BUG
  int h = x >> 0;
#else
  int h = x >> 1;
#endif
  int back = h + h;
  return back > 0 && x < 0;
}
