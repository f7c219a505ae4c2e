// bmc: true, k-induction: true, bound: 16
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i, s = 0;
  if (n < 0 || n > 6) return 0;
  for (i = 0; i < n; i++) s += 2;
  if (s != 2 * n) reach_error();
  return 0;
}
