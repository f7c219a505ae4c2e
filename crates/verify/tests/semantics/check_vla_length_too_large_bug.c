// expect: FALSE
// check: vla-length
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == 0 || n == 1UL << 61)
    return 0;
  char a[n];
  a[0] = 1;
  return 0;
}
