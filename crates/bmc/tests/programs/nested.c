// bmc: true, k-induction: true, bound: 16
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  int i, j, s = 0;
  for (i = 0; i < 3; i++) for (j = 0; j <= i; j++) s++;
  if (s != 6) reach_error();
  return 0;
}
