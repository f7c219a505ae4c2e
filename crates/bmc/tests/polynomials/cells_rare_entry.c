// true
// with: BUG
// unknown
// One input makes the first cell one, and no execution that is tried has it.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *p = malloc(sizeof(int) * n);
  int i;
#ifdef BUG
  p[0] = (x == 1234567) * 1;
#else
  p[0] = (x == 1234567) * 0;
#endif
  for (i = 1; i < n; i++) p[i] = p[i - 1];
  for (i = 0; i < n; i++) if (p[i] != 0) reach_error();
}
