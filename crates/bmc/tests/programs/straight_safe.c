// bmc: true, k-induction: true, bound: 2
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5 && x < 5) reach_error(); return 0; }
