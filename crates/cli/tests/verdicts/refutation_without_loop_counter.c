// expect: TRUE
// flags: --analysis value --option step-limit=2000
// expect: TRUE
// flags: --analysis symbolic --option step-limit=2000
// expect: TRUE
// flags: --analysis value --option slicing=target-path --option step-limit=2000
// expect: TRUE
// flags: --analysis value --option slicing=target-location --option step-limit=2000
// expect: TRUE
// flags: --analysis value --option slicing=eager --option step-limit=2000
// The first contradiction of the first path is the loop's, which a million turns would have to show. The last one is about
// `mode` and `flag`.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), mode = 3, flag = 0, i;
  for (i = 0; i < 1000000; i++) {
    if (mode == 2)
      flag = 1;
    if (n > i)
      n--;
  }
  if (flag)
    reach_error();
  return 0;
}
