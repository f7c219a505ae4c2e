extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int clamp(int value, int low, int high) {
  if (value < low)
    return low;
  if (value > high)
    return low; // FAULT: high
  return value;
}
int main(void) {
  int level = clamp(14, 2, 9);
  if (level != 9)
    reach_error();
  return 0;
}
// counterfactual: 1 of 2
// max-sat: 1 of 2
// unsat-core: 1 of 2
// error-invariants: 1 of 2
