extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int power(int base, int exponent) {
  int result = 1;
  for (int i = 0; i <= exponent; i++) // FAULT: i < exponent
    result = result * base;
  return result;
}
int main(void) {
  int p = power(2, 3);
  if (p != 8)
    reach_error();
  return 0;
}
// counterfactual: 1 of 3
// max-sat: 1 of 4
// unsat-core: 1 of 4
