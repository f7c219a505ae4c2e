// expect: FALSE
// check: overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  x > 5 ? x + 1 : 0;
  return 0;
}
