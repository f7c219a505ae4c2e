// true
// with: BUG
// unknown
// The last sum leaves out the first cell.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  long long s = 0, *p = malloc(sizeof(long long) * n);
  int i;
  for (i = 0; i < n; i++) p[i] = 2;
  for (i = 0; i < n; i++) s = s + p[i];
  for (i = 0; i < n; i++) p[i] = p[i] + s;
#ifdef BUG
  for (i = 1; i < n; i++) s = s + p[i];
#else
  for (i = 0; i < n; i++) s = s + p[i];
#endif
  if (s != (long long)n * (2LL * n + 4)) reach_error();
}
