// expect: FALSE
// check: no-overflow
// input: 32768
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  short s = (short)x;
  int sq = s * s;
  int more = sq * 2;
  return more == 1004;
}
