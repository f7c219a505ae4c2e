// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 32768
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  short s = (short)x;
  int sq = s * s;
#ifdef BUG
  int more = sq * 2;
#else
  int more = sq + 1000;
#endif
  return more == 1004;
}
