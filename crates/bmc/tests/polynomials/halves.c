// true
// with: BUG
// unknown
// The half is rounded up.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  if (b < 0) return 0;
  long long x = a, y = b, z = 0;
  while (y != 0) {
#ifdef BUG
    if (y % 2 == 1) { z = z + x; y = y + 1; }
#else
    if (y % 2 == 1) { z = z + x; y = y - 1; }
#endif
    x = x + x; y = y / 2;
    if (z + x * y != (long long) a * b) reach_error();
  }
}
