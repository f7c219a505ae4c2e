// expect: true
// with: BUG
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int n, int limit) {
  if (n > limit)
    reach_error();
  if (n > 0)
    check(n - 1, limit);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 10)
#ifdef BUG
    check(n, 8);
#else
    check(n, 12);
#endif
  return 0;
}
