extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int absolute(int x) {
  if (x < 0)
    return x; // FAULT: -x
  return x;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -100 || x > 100)
    return 0;
  int y = absolute(x);
  if (y < 0)
    reach_error();
  return 0;
}
// counterfactual: 1 of 3
// max-sat: 1 of 2
// unsat-core: 1 of 2
// error-invariants: 1 of 3
