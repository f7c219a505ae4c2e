// true
// with: BUG
// unknown
// One cell is made of its own contents.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *p = malloc(sizeof(int) * n);
  int i;
#ifdef BUG
  for (i = 0; i < n; i++) { if (i == 0) p[0] = 5; else p[i] = p[i - 1 - (i == 77)] + 3; }
#else
  for (i = 0; i < n; i++) { if (i == 0) p[0] = 5; else p[i] = p[i - 1] + 3; }
#endif
  for (i = 0; i < n; i++) if (p[i] != 3 * i + 5) reach_error();
}
