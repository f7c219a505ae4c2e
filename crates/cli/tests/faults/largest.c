extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {3, 9, 4};
  int best = a[0];
  for (int i = 1; i < 3; i++) {
    if (a[i] < best) // FAULT: a[i] > best
      best = a[i];
  }
  if (best != 9)
    reach_error();
  return 0;
}
// counterfactual: 1 of 1
// max-sat: 2 of 4
// unsat-core: 2 of 4
// error-invariants: -
