// true
// with: BUG
// unknown
// Each round adds one more than the difference of squares.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  long long i = 0, s = 0;
  int n = __VERIFIER_nondet_int();
#ifdef BUG
  while (i < n) { s = s + 2 * i + 2; i = i + 1; if (s != i * i) reach_error(); }
#else
  while (i < n) { s = s + 2 * i + 1; i = i + 1; if (s != i * i) reach_error(); }
#endif
}
