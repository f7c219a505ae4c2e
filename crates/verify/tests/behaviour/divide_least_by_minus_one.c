// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648 -1
extern int __VERIFIER_nondet_int(void);
/* Only one pair of inputs has no quotient. */
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int q = 0, r = 0;
  if (b == 0)
    return 0;
#ifdef BUG
  if (a == -2147483647 && b == -1)
#else
  if (a == -2147483647 - 1 && b == -1)
#endif
    return 1;
  q = a / b;
  r = a - q * b;
  return r == q;
}
