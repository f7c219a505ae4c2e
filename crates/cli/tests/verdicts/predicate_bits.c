// expect: TRUE
// flags: --analysis predicate
// Whole numbers know nothing of the bits of an unknown number; the analysis goes on with bit-vectors.
// with: BUG
// expect: FALSE
// flags: --analysis predicate
// Zero has no bit to lose, so the result is not always less.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned without_lowest(unsigned bits) {
  return bits & (bits - 1);
}

int main(void) {
  unsigned bits = __VERIFIER_nondet_uint();
  unsigned fewer = without_lowest(bits);
#ifdef BUG
  if (fewer >= bits || (fewer & bits) != fewer)
#else
  if (fewer > bits || (fewer & bits) != fewer)
#endif
    reach_error();
  return 0;
}
