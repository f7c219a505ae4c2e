// true
// with: BUG
// unknown
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
#ifdef BUG
// A cell that was added is written before it is subtracted.
#else
// A cell that no loop reads is written between the loops.
#endif
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  short a[n];
  long long s = 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < n; i++) s += a[i];
#ifdef BUG
  a[0] = 1;
  for (int i = 0; i < n; i++) s -= a[i];
  if (s != 0) reach_error();
#else
  short b[4]; b[2] = 1;
  for (int i = 0; i < n; i++) s -= a[i];
  if (s != 0 || b[2] != 1) reach_error();
#endif
  return 0;
}
