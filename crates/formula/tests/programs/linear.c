/* Arithmetic that wraps around, in all widths, on inputs. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long long __VERIFIER_nondet_longlong(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  unsigned char c = __VERIFIER_nondet_uchar();
  short s = __VERIFIER_nondet_short();
  long long l = __VERIFIER_nondet_longlong();
  _Bool t = __VERIFIER_nondet_bool();
  int sum = a + b, difference = a - b, scaled = 7 * a - 3, half = a / 2, rest = b % 5;
  unsigned less = u - 1u, twice = 2u * u, quarter = u / 4, low = u & 255u, high = u & 0xff00u, set = u | 12u;
  unsigned flipped = u ^ 0x0ff0u, complement = ~u, shifted = u << 3, down = u >> 5;
  c += 200;
  s = (short)(s * 3);
  l = l + a - 5;
  int minus = -a, flip = ~b, arithmetic = a >> 2, up = b << 4, cut = (signed char)a, wide = (unsigned short)b;
  t = t + a;
  if (a < b && u > 10u) sum = (int)u + sum;
  else if (c == s) sum = t ? sum + 1 : sum - 1;
  while (rest > 0) { rest--; less += quarter; }
  return sum + difference;
}
