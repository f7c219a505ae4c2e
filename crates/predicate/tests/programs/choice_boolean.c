// expected: true
// lbe-cartesian: any
// sbe-cartesian: any
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int a = 0, b = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { a = 1; b = 2; } else { a = 3; b = 4; }
  }
  if (a == 1 && b != 2) reach_error();
  if (a == 3 && b != 4) reach_error();
  return 0;
}
