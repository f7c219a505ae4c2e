// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int low = x & 0x7fff;
  int s = low * 65536;
  return s == 65536;
}
