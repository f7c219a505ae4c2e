// true
// with: BUG
// unknown
// The remainder of a smaller number is the number.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  long long s = 0, *p = malloc(sizeof(long long) * n);
  int i;
  for (i = 0; i < n; i++) p[i] = 1;
  for (i = 0; i < n; i++) s = s + p[i];
#ifdef BUG
  for (i = 0; i < n; i++) p[i] = (p[i] + s) % (s + 2);
#else
  for (i = 0; i < n; i++) p[i] = (p[i] + s) % (s + 1);
#endif
  for (i = 0; i < n; i++) if (p[i] != 0) reach_error();
}
