// expect: TRUE
// flags: --property termination
// First the speed becomes negative, then the position.
// with: STOP
// expect: FALSE
// flags: --property termination
// The speed stops at zero.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int position = __VERIFIER_nondet_int(), speed = __VERIFIER_nondet_int();
  while (position >= 0) {
    position += speed;
#ifdef STOP
    if (speed > 0)
      speed--;
#else
    speed--;
#endif
  }
  return 0;
}
