extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int marks[4] = {6, 8, 7, 7};
  int sum = 0;
  for (int i = 0; i < 3; i++) // FAULT: i < 4
    sum += marks[i];
  int mean = sum / 4;
  if (mean != 7)
    reach_error();
  return 0;
}
// counterfactual: 2 of 4
// max-sat: 1 of 5
// unsat-core: 1 of 5
