/* What branches teach of inputs. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned u = __VERIFIER_nondet_uint();
  if (x > 3 && x < 10) y = x - 3; else if (!(x != 2)) y = x; else if (x + 1 == 0) y = -x;
  if (c < 3) y += c; else if (c == 255) y -= c;
  if (u - 1 < 5) y += u; else if (u >= 0x80000000u) y += (int)u < 0;
  int t = c == 7;
  if (t) y = c * 2;
  _Bool b = x;
  if (b) y ^= b; else y = x;
  if (-x == 5) y = x;
  return y;
}
