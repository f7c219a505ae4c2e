// true
// with: BUG
// unknown
// The cells hold the low bits only.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
#ifdef BUG
  short *p = malloc(sizeof(short) * n);
#else
  int *p = malloc(sizeof(int) * n);
#endif
  int i;
  for (i = 0; i < n; i++) p[i] = 7 * i;
  for (i = 0; i < n; i++) if (p[i] != 7 * i) reach_error();
}
