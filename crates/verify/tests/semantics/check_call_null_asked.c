// expect: TRUE
// check: null-dereference
extern int __VERIFIER_nondet_int(void);
static void tick(void) {}
static void (*hook)(void);
int main(void) {
  if (__VERIFIER_nondet_int() > 3)
    hook = tick;
  if (hook)
    hook();
  return 0;
}
