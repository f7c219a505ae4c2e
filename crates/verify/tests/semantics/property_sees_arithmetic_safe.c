// expect: TRUE
// property: fabs
extern double fabs(double);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x != x && fabs(x) > 1;
}
