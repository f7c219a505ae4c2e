// true
// with: BUG
// unknown
// The index comes back to zero, and cells behind it are any number.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *p = malloc(sizeof(int) * n);
  int i;
#ifdef BUG
  unsigned short j = 0;
#else
  int j = 0;
#endif
  for (i = 0; i < n; i++) { p[j] = 2 * i + 1; j++; }
  for (i = 0; i < n; i++) if (p[i] != 2 * i + 1) reach_error();
}
