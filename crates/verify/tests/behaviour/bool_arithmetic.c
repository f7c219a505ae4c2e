// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 1
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  _Bool on = __VERIFIER_nondet_bool();
  int big = 2147483647;
  on++;
#ifdef BUG
  on += big;
#else
  on += -1;
#endif
  on *= 2;
  on = on - 1;
  return on;
}
