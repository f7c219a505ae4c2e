extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int state = 0;
  for (int i = 0; i < 4; i++) {
    switch (state) {
    case 0:
      state = 1;
      break;
    case 1:
      state = 2;
      break;
    default:
      state = 1; // FAULT: 0
    }
  }
  if (state != 1)
    reach_error();
  return 0;
}
// counterfactual: 5 of 7
// max-sat: -
// unsat-core: -
// error-invariants: -
