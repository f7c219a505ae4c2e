// A recursion whose depth is an input: only a summary of all depths proves it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int climb(int n) {
  if (n <= 0) return 0;
  return climb(n - 1) + 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 && climb(n) != n) reach_error();
  return 0;
}
