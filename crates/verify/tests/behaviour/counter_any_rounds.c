// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0
extern _Bool __VERIFIER_nondet_bool(void);
extern short __VERIFIER_nondet_short(void);
int main(void) {
  int balance = 0;
  int rounds = 0;
  while (__VERIFIER_nondet_bool()) {
    short d = __VERIFIER_nondet_short();
    if (balance > 1000000 || balance < -1000000)
      balance = 0;
    balance += d;
#ifdef BUG
    rounds = rounds * 3 + 1;
#else
    rounds = rounds < 1000 ? rounds + 1 : 0;
#endif
  }
  return rounds == 7;
}
