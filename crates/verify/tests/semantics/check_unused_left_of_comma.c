// expect: FALSE
// check: overflow
extern int __VERIFIER_nondet_int(void);
static int zero(void) { return 0; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  return (zero() + (x + 1), 0);
}
