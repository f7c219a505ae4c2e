// expected: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int clamp(int x, int low, int high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}
int main(void) {
  int total = 0;
  for (int i = 0; i < 100; i++) {
    total = clamp(total + clamp(__VERIFIER_nondet_int(), -5, 5), -50, 50);
  }
  if (total > 50 || total < -50) reach_error();
  return 0;
}
