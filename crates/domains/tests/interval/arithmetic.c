/* Every operator, conversions that cut and extend, conditions over both sides. */
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
long long __VERIFIER_nondet_longlong(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), i, r = 0;
  unsigned u = __VERIFIER_nondet_uint(), v = __VERIFIER_nondet_uint();
  unsigned char c = __VERIFIER_nondet_uchar(), d;
  signed char e;
  short s = __VERIFIER_nondet_short();
  long long l = __VERIFIER_nondet_longlong();
  _Bool t;
  for (i = 0; i < 20; i++) {
    if (a > -30 && a < 40) r = a * 3 - b % 7;
    if (u <= 12 || v < u) u = u * 2 + (v & 15);
    d = c + 250;
    e = (signed char)(a << 1);
    if (s > a && a >= 3) s = (short)(s - a);
    if (b != 0 && (b > 0 || b < -1)) r = a / b + a % b;
    if (a < -50) r = a % 20;
    t = r & 4;
    v = v >> (c & 7) | 3u;
    l = l ^ (long long)u;
    if (~a < 5 && !(-a > 3)) r = t ? c : -d;
    if ((unsigned)a - 3u < 9u) b = a + e;
    if ((unsigned char)a == 7) a = a - 1; else a = a + (l > 5) * 2;
    if ((int)u < 0) u = 4294967295u - u;
    if (c == d - 250) c++;
    if (l * 2 > 100 && l < 1000) l = l - (s >= 0 ? 17 : -17);
  }
  return r;
}
