// expect: TRUE
// flags: --analysis value-predicate --option slicing=target-path
// with: BUG
// expect: FALSE
// flags: --analysis value-predicate --option slicing=target-path
// The second value of `mode` is outside the slice. That ranges know it must not cut off the path.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int mode = 0, seen = 0, rounds = __VERIFIER_nondet_int();
  if (mode == 0)
    seen = 1;
  mode = 7;
  while (rounds > 0)
    rounds--;
#ifdef BUG
  if (seen == 1)
#else
  if (seen == 0)
#endif
    reach_error();
  return mode;
}
