// What decides whether the criterion runs is in the slice, with what it reads; the rest is not.
extern int __VERIFIER_nondet_int(void);
static void watch(int number, long long value) {}
int main(void) {
  int a = __VERIFIER_nondet_int(); // kept
  int b = __VERIFIER_nondet_int(); // left out
  int sum = 0;                     // kept
  int other = 0;                   // left out
  while (b > 0) {                  // left out
    b--;                           // left out
    other += b;                    // left out
  }
  if (a > 3) {                     // kept
    sum = a;                       // kept
    other = 1;                     // left out
  }
  if (other)                       // left out
    other = 2;                     // left out
  watch(0, sum); // criterion
  sum = 5;                         // left out
  return other;
}
