// expect: TRUE
// flags: --analysis value --option slicing=target-path --option bam.blocks=functions
// with: BUG
// expect: FALSE
// flags: --analysis value --option slicing=target-path --option bam.blocks=functions
// Slices under block-abstraction memoization, through recursion.
extern void reach_error(void);
static int down(int n, int noise) { return n == 0 ? 3 : down(n - 1, noise + 2); }
int main(void) {
  int noise = down(2, 1);
#ifdef BUG
  if (down(4, noise) == 3)
#else
  if (down(4, noise) != 3)
#endif
    reach_error();
  return 0;
}
