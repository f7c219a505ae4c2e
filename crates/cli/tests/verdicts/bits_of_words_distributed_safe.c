// expect: TRUE
// flags: --analysis distributed
// Whole numbers leave operations on bits open, so the analysis goes on over bit-vectors.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned word = (unsigned)__VERIFIER_nondet_int();
  unsigned low = word & 7u;
  if (((word ^ low) & 7u) != 0u) {
    reach_error();
  }
  return 0;
}
