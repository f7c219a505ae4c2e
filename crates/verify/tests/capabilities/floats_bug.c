// expect: FALSE
// An analysis with floats gives FALSE, where it has violations.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  double x = 1.5;
  x = x * 2.0;
  if (x == 3.0) reach_error();
  return 0;
}
