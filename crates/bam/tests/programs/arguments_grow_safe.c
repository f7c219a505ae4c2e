// expect: TRUE
// intervals: TRUE; values unroll it
// Arguments and results grow with the depth: ranges have an end only when they are widened.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int up(int n) {
  if (n >= 1000 || __VERIFIER_nondet_int())
    return n;
  return up(n + 1);
}

int main(void) {
  int reached = up(0);
  if (reached < 0 || reached > 1000)
    reach_error();
  return 0;
}
