// expect: true
// with: BUG
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int odd(int n);
static int even(int n) {
  if (n == 0)
    return 1;
  return odd(n - 1);
}
static int odd(int n) {
  if (n == 0)
    return 0;
  return even(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    return 0;
  int e = even(n);
#ifdef BUG
  if (n == 3 && e == 0)
#else
  if (e < 0 || e > 1)
#endif
    reach_error();
  return 0;
}
