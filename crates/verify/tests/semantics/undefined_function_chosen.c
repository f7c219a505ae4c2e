// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void start(void (*run)(void));
static void good(void) {}
static void bad(void) { reach_error(); }
int main(void) {
  start(__VERIFIER_nondet_int() ? good : bad);
  return 0;
}
