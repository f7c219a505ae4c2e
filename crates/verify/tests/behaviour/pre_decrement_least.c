// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BUG
  if (n != 0 && --n < 5)
#else
  if (n > 0 && --n > 5)
#endif
    return n;
  long wide = n;
  wide--;
  return wide == 7;
}
