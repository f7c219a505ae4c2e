// bmc: unknown, k-induction: true, bound: 4
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    y = 0;
    while (__VERIFIER_nondet_int()) { x += 4; y += 2; if (x & 1) reach_error(); }
    if (x & 1) reach_error();
  }
  return 0;
}
