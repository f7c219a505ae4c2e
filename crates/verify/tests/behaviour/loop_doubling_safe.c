// expect: TRUE
// check: no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int x = 1;
  if (n > 30)
    return 0;
  while (n > 0) {
    x = x * 2;
    n--;
  }
  return x == 8;
}
