// A write through a pointer may be to what the criterion reads, and then what was there before counts as well.
extern int __VERIFIER_nondet_int(void);
static void watch(int number, long long value) {}
static void set(int *to, int value) { *to = value; } // kept
int main(void) {
  int x = 1, y = 2, z = 3;
  int *p = __VERIFIER_nondet_int() ? &x : &y; // kept
  x = 4;                           // kept
  z = 5;                           // left out
  set(p, 6);                       // kept
  watch(0, x); // criterion
  return z;                        // left out
}
