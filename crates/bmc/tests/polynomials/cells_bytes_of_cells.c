// true
// with: BUG
// unknown
// A byte of a cell is overwritten.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *p = malloc(sizeof(int) * n);
  int i;
  for (i = 0; i < n; i++) p[i] = i;
#ifdef BUG
  ((char *)p)[4 * (n / 2)] = 1;
#else
  p[n - 1] = n - 1;
#endif
  for (i = 0; i < n; i++) if (p[i] != i) reach_error();
}
