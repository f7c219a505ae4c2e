// expect: FALSE
// What one pointer from outside has at a subscript may be what another one goes to.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
    int *here = __VERIFIER_nondet_pointer(), *there = __VERIFIER_nondet_pointer();
    if (!here || !there) return 0;
    here[3] = 1;
    there[0] = 2;
    if (here[3] == 2) reach_error();
    return 0;
}
