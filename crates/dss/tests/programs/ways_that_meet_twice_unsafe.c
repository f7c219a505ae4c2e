// expect: FALSE
// Ways that meet at one label and, with the same conditions, again behind it: a path through both has the steps between them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int minor;
static int started(void) {
  int at = 0;
  if (minor == 5)
    goto five;
  if (minor == 1)
    goto five;
  return at;
five:;
  if (minor == 5) {
  }
  if (at == 0)
    at = 1;
  return at;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), turns = 0;
  minor = __VERIFIER_nondet_int();
  while (turns < n)
    turns++;
  if (turns == 2 && started())
    reach_error();
  return 0;
}
