// bmc: true, k-induction: true, bound: 16
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
static int f(int n) { return n <= 0 ? 0 : f(n - 1) + 2; }
int main(void) { int n = __VERIFIER_nondet_int() & 3; if (f(n) != 2 * n) reach_error(); return 0; }
