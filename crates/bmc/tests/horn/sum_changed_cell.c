// true
// with: BUG
// unknown
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
#ifdef BUG
// The last cell is not changed.
#else
// Each cell is changed by a condition before it is added.
#endif
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  int *a = malloc(sizeof(int) * n);
  long long s = 0;
  for (int i = 0; i < n; i++) a[i] = 1;
#ifdef BUG
  for (int i = 0; i < n - 1; i++) { if (a[i] == 1) a[i] = a[i] + 5; else a[i] = a[i] - 1; }
#else
  for (int i = 0; i < n; i++) { if (a[i] == 1) a[i] = a[i] + 5; else a[i] = a[i] - 1; }
#endif
  for (int i = 0; i < n; i++) s += a[i];
  if (s != 6 * n) reach_error();
  return 0;
}
