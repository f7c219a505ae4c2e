// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 50 49 52 55 52 56 51 54 52 56
extern char __VERIFIER_nondet_char(void);
/* At most nine digits fit for certain. */
int main(void) {
  int value = 0;
#ifdef BUG
  for (int i = 0; i < 10; i++) {
#else
  for (int i = 0; i < 9; i++) {
#endif
    char c = __VERIFIER_nondet_char();
    if (c < '0' || c > '9')
      break;
    value = value * 10 + (c - '0');
  }
  return value == 42;
}
