// Two pairs of variables that are set together, and nothing that one pair says of the other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int mode = 0, size = 0, door = 0, lamp = 0, turns = 0;
  while (turns < 100) {
    if (__VERIFIER_nondet_int()) {
      mode = 5;
      size = 50;
    } else {
      mode = 7;
      size = 70;
    }
    if (__VERIFIER_nondet_int()) {
      door = 1;
      lamp = 10;
    } else {
      door = 2;
      lamp = 20;
    }
    turns = turns + 1;
  }
  if (mode == 5 && size != 50) reach_error();
  if (mode == 7 && size != 70) reach_error();
  if (door == 1 && lamp != 10) reach_error();
  if (door == 2 && lamp != 20) reach_error();
  return 0;
}
