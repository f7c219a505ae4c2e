// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int steps = 0;
#ifdef BUG
  if (n < -2147483647 - 1)
#else
  if (n < -2147483647)
#endif
    return 0;
  do {
    n--;
    if (++steps > 3)
      break;
  } while (n > 0);
  return steps == 2;
}
