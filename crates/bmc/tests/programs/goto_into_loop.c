// bmc: unknown, k-induction: true, bound: 8
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  if (__VERIFIER_nondet_int()) goto inside;
  while (x < 100) {
    x += 2;
  inside:
    if (x % 2) reach_error();
    if (__VERIFIER_nondet_int()) goto inside;
  }
  return 0;
}
