// expect: FALSE
// property: fabs
extern double fabs(double);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x == 3 && fabs(x) > 1;
}
