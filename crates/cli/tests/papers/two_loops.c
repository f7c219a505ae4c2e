extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0, mode = 1, held = 0;
  while (__VERIFIER_nondet_int()) {
    if (mode == 1) {
      mode = 2;
      held = 1;
    } else {
      mode = 1;
      held = 0;
    }
  }
  while (i < 10) {
    i++;
    if (mode == 2 && held == 0)
      reach_error();
  }
  if (i != 10)
    reach_error();
  return 0;
}
