// Recursion: an activation's variables are its own.
extern int __VERIFIER_nondet_int(void);
static void watch(int number, long long value) {}
static int depth, other;
static int down(int n) {
  int mine = n;                    // kept
  depth++;                         // left out
  if (n > 0)                       // kept
    mine += 2 * down(n - 1);       // kept
  other += mine;                   // left out
  return mine;                     // kept
}
int main(void) {
  int n = __VERIFIER_nondet_int(); // kept
  watch(0, down(n > 5 ? 5 : n)); // criterion
  return depth + other;            // left out
}
