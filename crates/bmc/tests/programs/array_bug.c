// bmc: false, k-induction: false, bound: 16
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  int a[5], i, n = 0;
  for (i = 0; i < 5; i++) { a[i] = __VERIFIER_nondet_int() & 3; n += a[i]; }
  if (n == 13 && a[2] == 1) reach_error();
  return 0;
}
