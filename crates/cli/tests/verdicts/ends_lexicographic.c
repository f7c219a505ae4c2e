// expect: TRUE
// flags: --property termination
// Each round either spends a unit of the first budget and refills the second, or spends one of the second.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int big = __VERIFIER_nondet_int(), small = __VERIFIER_nondet_int();
  while (big > 0 && small > 0) {
    if (__VERIFIER_nondet_int()) {
      big--;
      small = __VERIFIER_nondet_int();
    } else {
      small--;
    }
  }
  return 0;
}
