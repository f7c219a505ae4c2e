// bmc: false, k-induction: false, bound: 2
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x * 2 == 10 && x > 5) reach_error(); return 0; }
