/* Floats and conversions. */
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), count = 0;
  float f = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double(), e = n;
  if (d > 1.5) count++;
  d = d * 0.5 + f;
  if (d < e) count += 2;
  if (f == f) count += 4;
  int back = e > -100.0 && e < 100.0 ? (int)e : 0;
  long double l = d;
  unsigned u = f > 0.0f && f < 1000.0f ? (unsigned)f : 3u;
  if (-f > 2.0f) count = -count;
  if (!d) count = 5;
  union { float f; unsigned u; } bits;
  bits.f = f;
  if (bits.u >> 31) count += 8;
  return count + back + (l > 3.0L) + (int)u;
}
