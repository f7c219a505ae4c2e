// expect: FALSE
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int table[4];
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (!p) return 0;
    table[3] = 7;
    p[1] = 1;
    if (table[3] == 1) reach_error();
    return 0;
}
