// true
// with: BUG
// unknown
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
#ifdef BUG
// The first cell holds another one.
#else
// The cells hold a constant.
#endif
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  int *a = malloc(sizeof(int) * n);
  long long s = 0;
  for (int i = 0; i < n; i++) a[i] = 6;
#ifdef BUG
  a[0] = 7;
#endif
  for (int i = 0; i < n; i++) s += a[i];
  if (s != 6 * n) reach_error();
  return 0;
}
