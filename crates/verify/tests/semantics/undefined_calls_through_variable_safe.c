// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void install(void (*handler)(void));
static void good(void) {}
static void bad(void) { reach_error(); }
int main(void) {
  void (*g)(void) = bad;
  void (*f)(void) = good;
  install(f);
  install(0);
  return g == good;
}
