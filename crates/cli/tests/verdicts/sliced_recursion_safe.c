// expect: TRUE
// flags: --analysis value --option slicing=target-path --option bam.blocks=functions
// Slices under block-abstraction memoization, through recursion.
extern void reach_error(void);
static int down(int n, int noise) { return n == 0 ? 3 : down(n - 1, noise + 2); }
int main(void) {
  int noise = down(2, 1);
  if (down(4, noise) != 3)
    reach_error();
  return 0;
}
