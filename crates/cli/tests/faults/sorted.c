extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 3;
  int y = 2;
  int z = 1;
  int t;
  if (x > y) { t = x; x = y; y = t; }
  if (y > z) { t = y; y = z; z = t; }
  if (x > z) { t = x; x = y; y = t; } // FAULT: x > y
  if (x > y)
    reach_error();
  return 0;
}
// counterfactual: 1 of 6
// max-sat: -
// unsat-core: -
// error-invariants: -
