// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void install(void (*handler)(void));
static void good(void) {}
static void bad(void) { reach_error(); }
int main(void) {
  void (*f)(void) = __VERIFIER_nondet_int() ? good : bad;
  install(f);
  return 0;
}
