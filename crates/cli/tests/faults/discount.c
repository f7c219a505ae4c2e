extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int price = __VERIFIER_nondet_int();
  int pieces = __VERIFIER_nondet_int();
  if (price < 1 || price > 1000 || pieces < 1 || pieces > 50)
    return 0;
  int total = price * pieces;
  int off = 0;
  if (pieces > 10)
    off = total + 10; // FAULT: total / 10
  int due = total - off;
  if (due < 0)
    reach_error();
  return 0;
}
// counterfactual: 1 of 5
// max-sat: 1 of 3
// unsat-core: 1 of 3
// error-invariants: 1 of 2
