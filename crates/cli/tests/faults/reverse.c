extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {1, 2, 3};
  int b[3];
  for (int i = 0; i < 3; i++)
    b[i] = a[i]; // FAULT: b[2 - i]
  if (b[0] != 3)
    reach_error();
  return 0;
}
// counterfactual: 1 of 2
// max-sat: 1 of 3
// unsat-core: 1 of 3
// error-invariants: 1 of 2
