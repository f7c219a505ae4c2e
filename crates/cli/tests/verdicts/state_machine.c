// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0;
  for (;;) {
    switch (state) {
    case 0:
      state = __VERIFIER_nondet_int() ? 1 : 2;
      break;
    case 1:
#ifdef BUG
      state = 4;
#else
      state = 3;
#endif
      break;
    case 2:
      state = 0;
      break;
    case 3:
      return 0;
    default:
      reach_error();
    }
  }
}
