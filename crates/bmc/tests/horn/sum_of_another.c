// true
// with: BUG
// unknown
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
#ifdef BUG
// The elements of another array are subtracted.
#else
// Two arrays with sums of their own.
#endif
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  short a[n], b[n];
  long long s = 0, t = 0;
  for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_short(); b[i] = __VERIFIER_nondet_short(); }
  for (int i = 0; i < n; i++) { s += a[i]; t += b[i]; }
#ifdef BUG
  for (int i = 0; i < n; i++) { s -= b[i]; t -= b[i]; }
#else
  for (int i = 0; i < n; i++) { s -= a[i]; t -= b[i]; }
#endif
  if (s != 0 || t != 0) reach_error();
  return 0;
}
