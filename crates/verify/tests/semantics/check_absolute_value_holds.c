// expect: TRUE
// check: overflow
extern int __VERIFIER_nondet_int(void);
extern int abs(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  (void)x;
  x;
  return x > -5 ? abs(x) == 3 : 0;
}
