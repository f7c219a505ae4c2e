// Two variables that are set together: only a disjunction of predicates says so.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int mode = 0, size = 0, turns = 0;
  while (turns < 100) {
    if (__VERIFIER_nondet_int()) {
      mode = 5;
      size = 50;
    } else {
      mode = 7;
      size = 70;
    }
    turns = turns + 1;
  }
  if (mode == 5 && size != 50) reach_error();
  if (mode == 7 && size != 70) reach_error();
  return 0;
}
