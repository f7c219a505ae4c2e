// expect: FALSE
// flags: --64
// z - 1 is computed in int and goes around for the least number: extended first, or afterwards, is not the same.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  signed char z = (signed char)__VERIFIER_nondet_uchar();
  signed char less = (signed char)(z - 1);
  long long x = z, y = less, w = (long long)__VERIFIER_nondet_uchar() + 1;
  if (w * (x - 1) != w * y)
    reach_error();
  return 0;
}
