// expect: FALSE
// check: division
// What is checked is safe; the assertion still counts.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 1 && 12 / x == 4) reach_error();
    return 0;
}
