// true
// with: BUG
// unknown
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
#ifdef BUG
// The write is to the last of the cells that are added.
#else
// The write is to a cell behind the ones that are added.
#endif
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  short a[40000];
  long long s = 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < n; i++) s += a[i];
#ifdef BUG
  a[n - 1] = 1;
#else
  a[n] = 1;
#endif
  for (int i = 0; i < n; i++) s -= a[i];
  if (s != 0) reach_error();
  return 0;
}
