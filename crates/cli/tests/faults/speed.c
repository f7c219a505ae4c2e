extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int limit = 30; // FAULT: 50
int is_fast(int speed) {
  return speed > limit;
}
int main(void) {
  int speed = 45;
  int fined = is_fast(speed);
  if (fined)
    reach_error();
  return 0;
}
// counterfactual: 4 of 4
// max-sat: 1 of 4
// unsat-core: 1 of 4
// error-invariants: -
