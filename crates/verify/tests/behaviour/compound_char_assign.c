// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 127 100 2147483647
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  short s = __VERIFIER_nondet_short();
#ifdef BUG
  int t = __VERIFIER_nondet_int();
#else
  short t = __VERIFIER_nondet_int();
#endif
  c += 100;
  if (c >= 0)
    c <<= 1;
  s *= 2;
  s -= c;
  t += s;
  return t == c;
}
