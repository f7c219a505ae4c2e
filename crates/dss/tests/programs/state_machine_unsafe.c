// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int state = 1, locked = 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 1) {
      if (locked)
        reach_error();
      locked = 1;
      state = 2;
    } else if (state == 2) {
      if (__VERIFIER_nondet_int())
        state = 3;
    } else if (state == 3) {
      if (!locked)
        reach_error();
      if (__VERIFIER_nondet_int() != 77) locked = 0;
      state = 1;
    } else {
      reach_error();
    }
  }
  return 0;
}
