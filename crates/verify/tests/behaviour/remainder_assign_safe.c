// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int d = __VERIFIER_nondet_int();
  if (d == 0 || (d == -1 && a < -5))
    return 0;
  a %= d;
  return a == 3;
}
