// expect: FALSE
// property: abort
extern void abort(void);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
static void nothing(void) {}
int main(void) {
  void (*f)(void) = __VERIFIER_nondet_int() ? abort : nothing;
  f();
  return 0;
}
