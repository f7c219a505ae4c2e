// expect: TRUE
// check: no-overflow
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 31)
    return 0;
  unsigned wide = 1u << n;
  int bit = 0;
  if (n < 31)
    bit = 1 << n;
  return wide == 16u && bit == 16;
}
