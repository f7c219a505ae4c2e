extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  if (a < 1 || a > 100 || b < 1 || b > 100 || c < 1 || c > 100)
    return 0;
  int is_triangle = 0;
  if (a + b > c && a + c > b || b + c > a) // FAULT: && b + c > a
    is_triangle = 1;
  if (is_triangle && a >= b + c)
    reach_error();
  return 0;
}
// counterfactual: 1 of 4
// max-sat: 1 of 2
// unsat-core: 1 of 2
// error-invariants: -
