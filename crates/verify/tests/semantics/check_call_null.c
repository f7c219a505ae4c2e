// expect: TRUE
// check: null-dereference
// with: BUG
// expect: FALSE
// check: null-dereference
// A hook that was never set is called.
extern int __VERIFIER_nondet_int(void);
static void tick(void) {}
static void (*hook)(void);
int main(void) {
  if (__VERIFIER_nondet_int() > 3)
    hook = tick;
#ifdef BUG
  hook();
#else
  if (hook)
    hook();
#endif
  return 0;
}
