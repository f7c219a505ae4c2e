// expect: TRUE
// flags: --analysis value --option bam.blocks=functions
// expect: TRUE
// flags: --analysis interval --option bam.blocks=functions
// expect: TRUE
// flags: --analysis predicate --option bam.blocks=functions
// with: BUG
// expect: FALSE
// flags: --analysis value --option bam.blocks=functions
// expect: FALSE
// flags: --analysis interval --option bam.blocks=functions
// expect: FALSE
// flags: --analysis predicate --option bam.blocks=functions
// `k` is entered when `h` has ended and rests on `g`. What `m` gives by then is not all: `h` has not given 1 when `m` asks it,
// and `k`, which asks `m`, is not finished before `g` is.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int g(void);
static int h(void);
static int m(void) { return h(); }
static int k(void) { return m(); }
static int h(void) {
  if (__VERIFIER_nondet_int())
    return m();
  return g() + 1;
}
static int g(void) {
  if (__VERIFIER_nondet_int())
    return 0;
  h();
#ifdef BUG
  if (k() == 1)
    reach_error();
  return 5;
#else
  if (k() == 2)
    reach_error();
  return 0;
#endif
}
int main(void) { return g(); }
