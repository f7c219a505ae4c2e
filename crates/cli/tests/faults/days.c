extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int is_leap(int year) {
  int leap = 0;
  if (year % 4 == 0)
    leap = 1;
  if (year % 100 == 0)
    leap = 0;
  if (year % 400 == 0)
    leap = 0; // FAULT: leap = 1
  return leap;
}
int main(void) {
  int days = 365 + is_leap(2000);
  if (days != 366)
    reach_error();
  return 0;
}
// counterfactual: 2 of 3
// max-sat: 1 of 6
// unsat-core: 1 of 6
// error-invariants: 1 of 3
