// expect: TRUE
// check: no-overflow
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  if (a < 0 || b < 0 || a > 3037000499 || b > 3037000499)
    return 0;
  long p = a * b;
  return p == 6;
}
