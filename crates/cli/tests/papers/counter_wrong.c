// The same, and a violation in the third turn.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int phase = 0;
  while (__VERIFIER_nondet_int()) {
    phase++;
    if (phase == 3) reach_error();
  }
  return 0;
}
