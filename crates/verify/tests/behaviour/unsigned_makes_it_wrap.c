// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned one = 1;
#ifdef BUG
  int y = (int)(x + (int)one);
#else
  int y = (int)(x + one);
#endif
  int z = (int)(x - one);
  return y == z;
}
