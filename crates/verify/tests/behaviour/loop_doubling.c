// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 31
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int x = 1;
#ifdef BUG
  if (n > 31)
#else
  if (n > 30)
#endif
    return 0;
  while (n > 0) {
    x = x * 2;
    n--;
  }
  return x == 8;
}
