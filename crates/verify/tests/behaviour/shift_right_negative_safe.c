// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int h = x >> 1;
  int back = h + h;
  return back > 0 && x < 0;
}
