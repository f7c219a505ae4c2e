// expected: true
// lbe-boolean: any
// lbe-cartesian: any
// sbe-boolean: any
// sbe-cartesian: any
// joins: any
// fives: any
// whole: any
// location: any
// function: any
// global: any
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int down(int n) {
  if (n <= 0) return 0;
  return down(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n < 4);
  if (down(n) != 0) reach_error();
  return 0;
}
