// true
// with: BUG
// unknown
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
#ifdef BUG
// A loop clears the cells in between.
#else
// The sum ends at a bound that no write reaches.
#endif
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  short a[n];
  long long s = 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < n; i++) s += a[i];
#ifdef BUG
  for (int i = n - 1; i >= 0; i--) a[i] = 0;
#else
  for (int i = n - 1; i >= n; i--) a[i] = 0;
#endif
  for (int i = 0; i < n; i++) s -= a[i];
  if (s != 0) reach_error();
  return 0;
}
