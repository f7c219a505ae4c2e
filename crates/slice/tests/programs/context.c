// What one call takes does not bring in what another call of the same function passes.
extern int __VERIFIER_nondet_int(void);
static void watch(int number, long long value) {}
static int twice(int value) { return 2 * value; } // kept
int main(void) {
  int a = __VERIFIER_nondet_int(); // kept
  int b = __VERIFIER_nondet_int(); // left out
  int c = twice(a);                // kept
  int d = twice(b);                // left out
  watch(0, c); // criterion
  return d;                        // left out
}
