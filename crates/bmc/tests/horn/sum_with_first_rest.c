// true
// with: BUG
// unknown
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
#ifdef BUG
// The first cell is added twice.
#else
// The loops start at one, the first cell is added by itself.
#endif
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  short a[n];
  long long s = 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_short();
  s = a[0];
#ifdef BUG
  for (int i = 0; i < n; i++) s += a[i];
#else
  for (int i = 1; i < n; i++) s += a[i];
#endif
  for (int i = 0; i < n; i++) s -= a[i];
  if (s != 0) reach_error();
  return 0;
}
