// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 3 1
extern unsigned __VERIFIER_nondet_uint(void);
struct grid { int rows[3][4]; };
static struct grid g;

int main(void) {
  unsigned r = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
#ifdef BUG
  if (r > 3 || c > 3)
#else
  if (r > 2 || c > 3)
#endif
    return 0;
  g.rows[r][c] = 1;
  return g.rows[0][0];
}
