// bmc: false, k-induction: false, bound: 8
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  unsigned char c = 250; int i;
  for (i = 0; i < 7; i++) c++;
  if (c < 10) reach_error();
  return 0;
}
