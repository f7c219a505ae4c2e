// expect: TRUE
// The results have an end, but only after many rounds: the caller sees some before, and must see the rest.
// with: BUG
// expect: FALSE
// The results have an end, but only after many rounds: the caller sees some before, and the last one is the bad one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int up(int n) {
  if (n <= 0)
    return 0;
  int below = up(n - 1);
  return below < 30 ? below + 1 : 30;
}

int main(void) {
#ifdef BUG
  if (up(__VERIFIER_nondet_int()) == 30)
#else
  if (up(__VERIFIER_nondet_int()) > 30)
#endif
    reach_error();
  return 0;
}
