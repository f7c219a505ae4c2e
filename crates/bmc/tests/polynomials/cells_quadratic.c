// true
// with: BUG
// unknown
// The first cell is one more.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  long long *p = malloc(sizeof(long long) * n), *q = malloc(sizeof(long long) * n);
  long long i;
  p[0] = 3;
#ifdef BUG
  q[0] = 2;
#else
  q[0] = 1;
#endif
  for (i = 1; i < n; i++) p[i] = p[i - 1] + 4;
  for (i = 1; i < n; i++) q[i] = q[i - 1] + p[i - 1];
  for (i = 0; i < n; i++) if (q[i] != 2 * i * i + i + 1) reach_error();
}
