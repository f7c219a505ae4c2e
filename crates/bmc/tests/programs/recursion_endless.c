// bmc: unknown, k-induction: unknown, bound: 4
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
static void f(unsigned n) { if (n == 1001) reach_error(); if (__VERIFIER_nondet_int()) f(n + 2); }
int main(void) { f(0); return 0; }
