// expect: TRUE
// flags: --analysis interval --option experiment.interval.states=classes
// A state machine whose levels are added to and divided, so that each has millions of values: the ranges between the constants that
// it compares with suffice, with those that refinement adds (`heat` is 7, 16, 25, 34 or 43).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int mode = 1, level = 100, heat = 7;

static void step(int input) {
  if (mode == 1 && level <= 140 && input == 3) {
    level = level * 9 / 10 + 158;
    mode = 2;
  } else if (mode == 2 && 140 < level && level <= 245 && input == 5) {
    level = level / 2 + 20;
    heat = heat % 50 - 7;
  } else if (mode == 2 && 245 < level && input == 4) {
    level = 300 - level % 13;
    mode = 3;
  } else if (mode == 3 && heat <= 40 && input == 6) {
    heat = heat + 9;
    mode = 2;
  } else if (mode == 2 && level <= 140 && input == 1) {
    level = 100;
    mode = 1;
  }
  if (mode == 2 && level >= 900) reach_error();
  if (heat > 43) reach_error();
}

int main(void) {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 6) return 0;
    step(input);
  }
}
