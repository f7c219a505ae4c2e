// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648
extern int __VERIFIER_nondet_int(void);
static unsigned magnitude(int x) {
#ifdef BUG
  return x < 0 ? (unsigned)-x : (unsigned)x;
#else
  return x < 0 ? 0u - (unsigned)x : (unsigned)x;
#endif
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned m = magnitude(x);
  if (m > 2147483648u)
    return 1;
  return m == 3;
}
