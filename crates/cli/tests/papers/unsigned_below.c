// One less than nothing: a number that no sum or difference without wrap-around is.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned less(unsigned n) { return n - 1; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (less(n) > n) reach_error();
  return 0;
}
