// Calls whose value nobody looks at ask for one all the same.
extern int __VERIFIER_nondet_int(void);
extern int ask(void);
extern void reach_error(void);

int main(void) {
  int (*pointer)(void) = ask;
  __VERIFIER_nondet_int();
  (void)__VERIFIER_nondet_int();
  pointer();
  ask();
  if (ask() == 5 && __VERIFIER_nondet_int() == 6)
    reach_error();
  return 0;
}
