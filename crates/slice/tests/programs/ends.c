// A function that may end the program decides what comes after its call.
extern int __VERIFIER_nondet_int(void);
extern void exit(int);
static void watch(int number, long long value) {}
static int calls;
static void check(int value) {
  calls++;                         // left out
  if (value > 2)                   // kept
    exit(1);                       // kept
}
int main(void) {
  int n = __VERIFIER_nondet_int(); // kept
  int m = __VERIFIER_nondet_int(); // kept
  check(n);                        // kept
  watch(0, m); // criterion
  check(m);                        // left out
  return 0;
}
