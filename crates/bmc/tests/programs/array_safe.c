// bmc: true, k-induction: true, bound: 16
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  int a[4], i, k = __VERIFIER_nondet_int();
  for (i = 0; i < 4; i++) a[i] = i * i;
  if (k < 0 || k > 3) return 0;
  a[k] = -1;
  for (i = 0; i < 4; i++) if (a[i] != i * i && i != k) reach_error();
  return 0;
}
