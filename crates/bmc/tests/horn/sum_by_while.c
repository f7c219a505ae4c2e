// true
// with: BUG
// unknown
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
#ifdef BUG
// The element behind is subtracted.
#else
// Loops with one counter that goes on from loop to loop.
#endif
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  short a[n];
  long long s = 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_short();
  int i = 0;
  while (i < n) { s = s + a[i]; i = i + 1; }
  i = 0;
#ifdef BUG
  while (i < n - 1) { i = i + 1; s = s - a[i]; }
#else
  while (i < n) { s = s - a[i]; i = i + 1; }
#endif
  if (s != 0) reach_error();
  return 0;
}
