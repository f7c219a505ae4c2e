// expect: FALSE
// property: __assert_fail
extern void assert(int);
extern int __VERIFIER_nondet_int(void);
int main(void) { assert(__VERIFIER_nondet_int() != 3); return 0; }
