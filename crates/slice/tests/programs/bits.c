// A bit-field shares its unit with others: writing one leaves the others as they were.
extern int __VERIFIER_nondet_int(void);
static void watch(int number, long long value) {}
static struct { unsigned low : 3, high : 5; } bits;
int main(void) {
  int n = __VERIFIER_nondet_int(); // kept
  bits.low = n;                    // kept
  bits.high = 3;                   // kept
  watch(0, bits.low); // criterion
  return 0;
}
