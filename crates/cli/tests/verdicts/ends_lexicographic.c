// expect: TRUE
// flags: --property termination
// Each round either spends a unit of the first budget and refills the second, or spends one of the second.
// with: REFILLS
// expect: FALSE
// flags: --property termination
// The refill gives back a unit of the first budget.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int big = __VERIFIER_nondet_int(), small = __VERIFIER_nondet_int();
  while (big > 0 && small > 0) {
#ifdef REFILLS
    if (small == 1) {
      big = 5;
      small = 3;
#else
    if (__VERIFIER_nondet_int()) {
      big--;
      small = __VERIFIER_nondet_int();
#endif
    } else {
      small--;
    }
  }
  return 0;
}
