// true
// with: BUG
// unknown
// The loop ends with one more than the bound.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  long long n = 0, x = 0;
  int a = __VERIFIER_nondet_short();
  while (n <= a) { x = x + 2 * n + 1; n++; }
#ifdef BUG
  if (x != n * a && n != 0) reach_error();
#else
  if (x != n * (a + 1) && n != 0) reach_error();
#endif
}
