// expect: FALSE
// check: overflow
extern int __VERIFIER_nondet_int(void);
static void report(int level, ...) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  report(1, x + 1);
  return 0;
}
