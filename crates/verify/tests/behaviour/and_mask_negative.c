// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef BUG
  int low = x & ~0x7fff;
#else
  int low = x & 0x7fff;
#endif
  int s = low * 65536;
  return s == 65536;
}
