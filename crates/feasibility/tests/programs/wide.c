/* Wide and narrow integers, conversions, shifts, division. */
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern short __VERIFIER_nondet_short(void);
extern signed char __VERIFIER_nondet_schar(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  long long a = __VERIFIER_nondet_longlong();
  unsigned long long b = __VERIFIER_nondet_ulonglong();
  short s = __VERIFIER_nondet_short();
  signed char c = __VERIFIER_nondet_schar();
  _Bool t = __VERIFIER_nondet_bool();
  if (t) s = (short)(s << 3);
  if (a / 1000 == 7) return 1;
  if ((b >> 60) == 3 && (b & 0xff) == 0x5a) return 2;
  if (c * s == 1200) return 3;
  unsigned char u = (unsigned char)(c + s);
  if (u > 250) return 4;
  if ((a ^ (long long)b) < 0) return 5;
  if (c && a % c == 1) return 6;
  return (int)(b / 3) == s ? 7 : 8;
}
