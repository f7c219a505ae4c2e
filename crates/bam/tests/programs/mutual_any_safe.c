// expect: TRUE
// The argument is unknown, so the recursion has no bound; the result is one of two values whatever it is.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int down(int n);
int up(int n) {
  if (n > 100)
    return 3;
  return down(n + 2);
}
int down(int n) {
  if (n < -100)
    return 4;
  return up(n - 1);
}
int main(void) {
  int r = up(__VERIFIER_nondet_int());
  if (r != 3 && r != 4)
    reach_error();
  return 0;
}
