// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 3037000500 3037000500
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
#ifdef BUG
  if (a < 0 || b < 0 || a > 3037000500 || b > 3037000500)
#else
  if (a < 0 || b < 0 || a > 3037000499 || b > 3037000499)
#endif
    return 0;
  long p = a * b;
  return p == 6;
}
