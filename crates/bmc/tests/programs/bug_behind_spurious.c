// bmc: false, k-induction: false, bound: 8
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), i = 0;
  while (i < 5) {
    if (x == 3 && i == 3) reach_error();
    if (i == 6) reach_error();
    i++;
  }
  return 0;
}
