// true
// with: BUG
// unknown
// A constant that is off by one.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  int z = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  long long sum = 1, power = z;
  for (int c = 1; c < n; c++) { sum = sum * z + 1; power = power * z; }
#ifdef BUG
  if (sum * z - sum != power - 2) reach_error();
#else
  if (sum * z - sum != power - 1) reach_error();
#endif
}
