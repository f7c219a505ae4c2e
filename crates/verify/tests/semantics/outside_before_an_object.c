// expect: FALSE
// A pointer from outside may be any small number.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
static int x;
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (p && p < &x) reach_error();
    return 0;
}
