// true
extern int __VERIFIER_nondet_int(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
extern void *malloc(unsigned long);
// Loops with one counter that goes on from loop to loop.
int main(void) {
  int n = __VERIFIER_nondet_short();
  if (n < 1) return 0;
  short a[n];
  long long s = 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_short();
  int i = 0;
  while (i < n) { s = s + a[i]; i = i + 1; }
  i = 0;
  while (i < n) { s = s - a[i]; i = i + 1; }
  if (s != 0) reach_error();
  return 0;
}
