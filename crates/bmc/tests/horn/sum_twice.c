// true
// with: BUG
// unknown
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
#ifdef BUG
// Subtracted one time less than it is added.
#else
// Added by two and subtracted one by one.
#endif
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  short a[n];
  long long s = 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_short();
#ifdef BUG
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s += a[i];
#else
  for (int i = 0; i < n; i++) s += 2 * a[i];
  for (int i = 0; i < n; i++) s -= a[i];
#endif
  for (int i = 0; i < n; i++) s -= a[i];
  if (s != 0) reach_error();
  return 0;
}
