// expect: TRUE
// intervals: TRUE
// Only the results grow: those that a block call reads are widened, the argument shrinks.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int height(int n) {
  if (n <= 0)
    return 0;
  int below = height(n - 1);
  return below < 500 ? below + 1 : below;
}

int main(void) {
  if (height(__VERIFIER_nondet_int()) < 0)
    reach_error();
  return 0;
}
