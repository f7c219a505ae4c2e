// expect: TRUE
// Recursion under a loop without bounds; a flag says whether the way out was taken.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int open;
void visit(void) {
  while (__VERIFIER_nondet_int()) {
    open = 1;
    visit();
    if (open != 0)
      reach_error();
  }
  open = 0;
}
int main(void) {
  visit();
  if (open)
    reach_error();
  return 0;
}
