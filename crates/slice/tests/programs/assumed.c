// An assumption decides what comes after it, and only that.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static void watch(int number, long long value) {}
int main(void) {
  int n = __VERIFIER_nondet_int(); // kept
  int m = __VERIFIER_nondet_int(); // left out
  __VERIFIER_assume(n > 1);        // kept
  watch(0, 7); // criterion
  __VERIFIER_assume(m > 1);        // left out
  return 0;
}
