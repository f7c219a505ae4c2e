// expect: FALSE
// A recursive function of bounded depth: frames at several depths in one state.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned count(unsigned n) {
  unsigned before = n;
  if (n == 0)
    return 0;
  unsigned rest = count(n - 1);
  if (before != n)
    reach_error();
  return rest + (n == 1 ? 2 : 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1)
    return 0;
  if (count(n) != n)
    reach_error();
  return 0;
}
