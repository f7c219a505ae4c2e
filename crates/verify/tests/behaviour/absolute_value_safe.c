// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
static unsigned magnitude(int x) {
  return x < 0 ? 0u - (unsigned)x : (unsigned)x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned m = magnitude(x);
  if (m > 2147483648u)
    return 1;
  return m == 3;
}
