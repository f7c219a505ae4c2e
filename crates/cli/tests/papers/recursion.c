extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int plus(int n, int m) {
  if (n == 0)
    return m;
  return plus(n - 1, m + 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000 || m < 0 || m > 1000)
    return 0;
  if (plus(n, m) != n + m)
    reach_error();
  return 0;
}
