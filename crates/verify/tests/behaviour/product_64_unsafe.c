// expect: FALSE
// check: no-overflow
// input: 3037000500 3037000500
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  if (a < 0 || b < 0 || a > 3037000500 || b > 3037000500)
    return 0;
  long p = a * b;
  return p == 6;
}
