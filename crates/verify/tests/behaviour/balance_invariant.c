// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 100000000 0 100000000 0 100000000 0 100000000 0 100000000 0 100000000 0 100000000 0 100000000 0 100000000 0 100000000 0 100000000 0 100000000 0
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* What one account loses the other gains: the sum stays below the limit. */
int main(void) {
  int a = 1000000000, b = 1000000000;
  for (int i = 0; i < 1000; i++) {
    unsigned amount = __VERIFIER_nondet_uint();
    if (amount > 100000000)
      continue;
    if (__VERIFIER_nondet_bool()) {
      if ((int)amount <= a) {
        a -= (int)amount;
        b += (int)amount;
      }
#ifdef BUG
    } else if (1) {
#else
    } else if ((int)amount <= b) {
#endif
      b -= (int)amount;
      a += (int)amount;
    }
  }
  return a + b == 2000000000 ? 0 : 1;
}
