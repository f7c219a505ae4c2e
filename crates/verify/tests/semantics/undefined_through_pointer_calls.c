// expect: UNKNOWN
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void start(void (*f)(void));
static void own(void (*f)(void)) { (void)f; }
static void bad(void) { reach_error(); }
int main(void) {
  void (*f)(void (*)(void)) = __VERIFIER_nondet_int() ? start : own;
  f(bad);
  return 0;
}
