// expect: FALSE
// check: float-conversion
// with: SHORT
// expect: FALSE
// check: float-conversion
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  if (!(d >= 0 && d < 1e12))
    return 0;
#ifdef SHORT
  unsigned short x = d;
#else
  unsigned char x = d;
#endif
  return x == 1;
}
