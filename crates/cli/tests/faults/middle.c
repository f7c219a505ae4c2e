extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int low = 0;
  int high = 10;
  int middle = (low - high) / 2; // FAULT: low + high
  if (middle < low || middle > high)
    reach_error();
  return 0;
}
// counterfactual: 1 of 2
// max-sat: 1 of 3
// unsat-core: 1 of 3
// error-invariants: 1 of 3
