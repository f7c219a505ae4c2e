// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 3 3
extern unsigned __VERIFIER_nondet_uint(void);
typedef int (*op)(int *, unsigned);

static int first(int *v, unsigned n) { return n ? v[0] : 0; }
static int last(int *v, unsigned n) { return n ? v[n - 1] : 0; }
static int middle(int *v, unsigned n) { return v[n / 2]; }

int main(void) {
  op ops[3] = {first, last, middle};
  int values[4] = {4, 3, 2, 1};
  unsigned n = __VERIFIER_nondet_uint();
  unsigned which = __VERIFIER_nondet_uint();
  if (n > 4)
    n = 4;
#ifdef BUG
  which %= 4;
#else
  which %= 3;
#endif
  return ops[which](values, n) > 4;
}
