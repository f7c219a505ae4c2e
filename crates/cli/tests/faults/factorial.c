extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 5;
  int product = 0; // FAULT: 1
  while (n > 1) {
    product = product * n;
    n = n - 1;
  }
  if (product != 120)
    reach_error();
  return 0;
}
// counterfactual: 1 of 1
// max-sat: 1 of 2
// unsat-core: 1 of 2
