// expect: TRUE
// Recursion under a loop without bounds; a flag says whether the way out was taken.
// with: BUG
// expect: FALSE
// As loop_any_safe.c, but the flag is set behind the call, so it may be left open.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int open;
void visit(void) {
#ifdef BUG
  open = 0;
#endif
  while (__VERIFIER_nondet_int()) {
#ifdef BUG
    visit();
#endif
    open = 1;
#ifndef BUG
    visit();
    if (open != 0)
      reach_error();
#endif
  }
#ifndef BUG
  open = 0;
#endif
}
int main(void) {
  visit();
  if (open)
    reach_error();
  return 0;
}
