// expect: FALSE
// As loop_any_safe.c, but the flag is set behind the call, so it may be left open.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int open;
void visit(void) {
  open = 0;
  while (__VERIFIER_nondet_int()) {
    visit();
    open = 1;
  }
}
int main(void) {
  visit();
  if (open)
    reach_error();
  return 0;
}
