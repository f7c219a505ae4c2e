// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void install(void (*handler)(void));
static void good(void) {}
static void bad(void) { reach_error(); }
int main(void) {
#ifdef BUG
  void (*f)(void) = __VERIFIER_nondet_int() ? good : bad;
  install(f);
  return 0;
#else
  void (*g)(void) = bad;
  void (*f)(void) = good;
  install(f);
  install(0);
  return g == good;
#endif
}
