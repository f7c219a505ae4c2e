// expect: TRUE
// flags: --analysis predicate --option bam.blocks=looping-functions
// The step is a part of its caller's block; its paths contradict each other, and no call comes to a fourth phase.
// with: BUG
// expect: FALSE
// flags: --analysis predicate --option bam.blocks=looping-functions
// The step is a part of its caller's block; its paths contradict each other, and the violation is two calls behind.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int phase = 1;

int step(int input) {
  if (input == 3 && phase == 1) { phase = 2; return 20; }
  if (input == 4 && phase == 2) { phase = 3; return 21; }
#ifdef BUG
  if (phase == 3 && input == 2) reach_error();
#else
  if (phase == 4 && input == 2) reach_error();
#endif
  return -2;
}

int main(void) {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input != 2 && input != 3 && input != 4) return 1;
    step(input);
  }
}
