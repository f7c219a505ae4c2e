// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 31
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 31)
    return 0;
  unsigned wide = 1u << n;
  int bit = 0;
#ifdef BUG
  if (n <= 31)
#else
  if (n < 31)
#endif
    bit = 1 << n;
  return wide == 16u && bit == 16;
}
