// expect: FALSE
// An analysis with recursion gives FALSE, where it has violations.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int depth(int n) {
  if (n <= 0) return 0;
  return depth(n - 1) + 1;
}
int main(void) {
  if (depth(3) == 3) reach_error();
  return 0;
}
