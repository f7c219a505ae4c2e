// true
// with: BUG
// unknown
// Any cell may be overwritten.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *p = malloc(sizeof(int) * n);
  int i, k = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) p[i] = i;
#ifdef BUG
  if (k >= 0 && k < n) p[k] = 0;
#else
  if (k >= 0 && k < n) p[k] = k;
#endif
  for (i = 0; i < n; i++) if (p[i] != i) reach_error();
}
