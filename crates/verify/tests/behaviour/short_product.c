// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 65535 65535
extern unsigned short __VERIFIER_nondet_ushort(void);
/* unsigned short is promoted to int, where the product may not fit. */
int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort();
  unsigned short b = __VERIFIER_nondet_ushort();
#ifdef BUG
  unsigned p = a * b;
#else
  unsigned p = (unsigned)a * b;
#endif
  if (p == 12u)
    return 1;
  return 0;
}
