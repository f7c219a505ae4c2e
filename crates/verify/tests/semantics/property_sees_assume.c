// expect: FALSE
// property: __VERIFIER_assume
extern void __VERIFIER_assume(int);
int main(void) { __VERIFIER_assume(0); return 0; }
