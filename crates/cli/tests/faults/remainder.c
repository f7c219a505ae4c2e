extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0 || a > 50)
    return 0;
  int q = a / 7;
  int r = a - q * 6; // FAULT: q * 7
  if (r >= 7)
    reach_error();
  return 0;
}
// counterfactual: 2 of 3
// max-sat: 1 of 2
// unsat-core: 1 of 2
// error-invariants: 1 of 2
