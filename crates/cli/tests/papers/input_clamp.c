// The argument is an input: predicates relate it to the result.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int clamp(int v) {
  if (v > 9) return 9;
  return v;
}
int main(void) {
  int a = clamp(__VERIFIER_nondet_int());
  int b = clamp(__VERIFIER_nondet_int());
  if (a > 9 || b > 9) reach_error();
  return 0;
}
