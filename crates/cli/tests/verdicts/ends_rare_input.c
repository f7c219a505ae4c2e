// expect: FALSE
// flags: --property termination
// One input alone comes to a value that repeats.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int steps = 0;
  while (x > 1) {
    if (x == 48391)
      x = x + steps;
    else
      x = x / 2;
  }
  return 0;
}
