// expect: FALSE
// check: no-overflow
// input: 65535 65535
extern unsigned short __VERIFIER_nondet_ushort(void);
/* unsigned short is promoted to int, where the product may not fit. */
int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort();
  unsigned short b = __VERIFIER_nondet_ushort();
  unsigned p = a * b;
  if (p == 12u)
    return 1;
  return 0;
}
