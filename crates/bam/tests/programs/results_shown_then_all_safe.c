// expect: TRUE
// The results have an end, but only after many rounds: the caller sees some before, and must see the rest.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int up(int n) {
  if (n <= 0)
    return 0;
  int below = up(n - 1);
  return below < 30 ? below + 1 : 30;
}

int main(void) {
  if (up(__VERIFIER_nondet_int()) > 30)
    reach_error();
  return 0;
}
