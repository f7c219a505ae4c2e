// expect: TRUE
// check: vla-length
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (!n)
    n = 255;
  long a[n][n];
  a[n - 1][n - 1] = 1;
  return 0;
}
