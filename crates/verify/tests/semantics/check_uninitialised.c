// expect: FALSE
// check: uninitialised
// One of three ways to the read passes no assignment.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int mode = __VERIFIER_nondet_int(), speed;
  switch (mode) {
  case 0:
    speed = 10;
    break;
  case 1:
    speed = 20;
    break;
  case 2:
    break;
  default:
    return 1;
  }
  return speed > 15;
}
