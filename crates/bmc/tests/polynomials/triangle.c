// true
// with: BUG
// unknown
// The closed form of the sum up to k - 1.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_short();
  long long k = 0, t = 0;
  while (k < n) { k++; t += k; }
#ifdef BUG
  if (2 * t != k * k - k) reach_error();
#else
  if (2 * t != k * k + k) reach_error();
#endif
}
