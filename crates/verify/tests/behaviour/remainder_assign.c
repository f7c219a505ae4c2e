// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648 -1
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int d = __VERIFIER_nondet_int();
#ifdef BUG
  if (d == 0 || (d == -1 && a < -2147483648 + 0))
#else
  if (d == 0 || (d == -1 && a < -5))
#endif
    return 0;
  a %= d;
  return a == 3;
}
