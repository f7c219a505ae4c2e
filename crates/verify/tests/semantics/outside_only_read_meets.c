// expect: FALSE
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int shared;
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (!p) return 0;
    int before = *p;
    shared = before ^ 1;
    if (*p != before) reach_error();
    return 0;
}
