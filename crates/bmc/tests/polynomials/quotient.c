// true
// with: BUG
// unknown
// The quotient grows by one, whatever was taken off.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || y < 1) return 0;
  long long q = 0, r = x;
  while (r >= y) {
    long long b = y, a = 1;
    while (r >= 2 * b) { if (b != (long long) a * y) reach_error(); a = 2 * a; b = 2 * b; }
#ifdef BUG
    r = r - b; q = q + 1;
#else
    r = r - b; q = q + a;
#endif
    if (x != q * y + r) reach_error();
  }
}
