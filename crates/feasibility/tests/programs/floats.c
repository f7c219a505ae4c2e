/* Floats of all sizes. */
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double();
  int i = __VERIFIER_nondet_int();
  if (f != f) return 1;
  if (f > 2.5f && f < 1e6f) {
    int t = (int)f;
    if (t == f) return 2;
  }
  if (d + 1.0 == d) return 3;
  if ((double)i * 0.5 > 1e8) return 4;
  long double l = d;
  if (l > 3.0L) return 5;
  union { float f; unsigned u; } x;
  x.f = f * 0.5f;
  if (x.u >> 31) return 6;
  return (float)d == f ? 7 : 8;
}
