extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned word = 0xb5;
  int bits = 0;
  while (word > 1) { // FAULT: word > 0
    bits += word & 1;
    word = word >> 1;
  }
  if (bits != 5)
    reach_error();
  return 0;
}
// counterfactual: 1 of 2
// max-sat: -
// unsat-core: -
// error-invariants: -
