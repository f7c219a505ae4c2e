extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void swap(int *p, int *q) {
  int kept = *p;
  *p = *q;
  *q = *p; // FAULT: *q = kept
}
int main(void) {
  int x = 1;
  int y = 2;
  swap(&x, &y);
  if (x != 2 || y != 1)
    reach_error();
  return 0;
}
// counterfactual: 1 of 1
// max-sat: 1 of 3
// unsat-core: 1 of 3
// error-invariants: -
