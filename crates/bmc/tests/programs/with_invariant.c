// bmc: unknown, k-induction: true, bound: 8
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
/* Not inductive by itself for any small k: a range is needed. */
int main(void) {
  int i = 0, go = 1;
  while (go) {
    go = __VERIFIER_nondet_int();
    if (i < 1000) i++;
    if (__VERIFIER_nondet_int()) continue;
    if (i < 0 || i > 1000) reach_error();
  }
  return 0;
}
