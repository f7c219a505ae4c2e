// true
// with: BUG
// unknown
// Both pointers are to the same cells, which change.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *p = malloc(sizeof(int) * n), *q = p;
  int i;
  for (i = 0; i < n; i++) p[i] = i + 1;
#ifdef BUG
  for (i = 0; i < n; i++) q[i] = p[i] + (n > 900000);
#else
  for (i = 0; i < n; i++) p[i] = p[i];
#endif
  for (i = 0; i < n; i++) if (p[i] != i + 1) reach_error();
}
