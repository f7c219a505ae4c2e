// expect: TRUE
// flags: --property termination
// First the speed becomes negative, then the position.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int position = __VERIFIER_nondet_int(), speed = __VERIFIER_nondet_int();
  while (position >= 0) {
    position += speed;
    speed--;
  }
  return 0;
}
