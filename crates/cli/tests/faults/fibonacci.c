extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 0;
  int b = 1;
  for (int i = 0; i < 6; i++) {
    int next = a + b;
    a = b;
    b = a; // FAULT: b = next
  }
  if (a != 8)
    reach_error();
  return 0;
}
// counterfactual: 1 of 1
// max-sat: 1 of 5
// unsat-core: 1 of 5
// error-invariants: -
