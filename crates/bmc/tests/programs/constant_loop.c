// bmc: true, k-induction: true, bound: 16
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) { int i, s = 0; for (i = 0; i < 10; i++) s += i; if (s != 45) reach_error(); return 0; }
