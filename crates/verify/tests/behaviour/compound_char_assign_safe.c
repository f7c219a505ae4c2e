// expect: TRUE
// check: no-overflow
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  short s = __VERIFIER_nondet_short();
  short t = __VERIFIER_nondet_int();
  c += 100;
  if (c >= 0)
    c <<= 1;
  s *= 2;
  s -= c;
  t += s;
  return t == c;
}
