// bmc: false, k-induction: false, bound: 16
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(8), *q = p;
  p[0] = __VERIFIER_nondet_int(); p[1] = 3;
  if (__VERIFIER_nondet_int()) q = p + 1;
  *q = 4;
  if (p[1] == 4 && p[0] == 17) reach_error();
  return 0;
}
