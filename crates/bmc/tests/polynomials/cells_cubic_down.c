// true
// with: BUG
// unknown
// The cell at 0 is any number.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  unsigned *p = malloc(sizeof(unsigned) * n);
  int i;
#ifdef BUG
  for (i = n - 1; i >= 1; i--) p[i] = (unsigned)i * i * i - n;
#else
  for (i = n - 1; i >= 0; i--) p[i] = (unsigned)i * i * i - n;
#endif
  for (i = 0; i < n; i++) if (p[i] != (unsigned)i * i * i - n) reach_error();
}
