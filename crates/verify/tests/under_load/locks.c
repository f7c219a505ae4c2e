extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a = 0, b = 0, c = 0, k = 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(), r = __VERIFIER_nondet_int();
        a = 0; b = 0; c = 0;
        if (p > 3) a = 1;
        if (q + p > 7) b = 1;
        if (r != q) c = 1;
        k = p;
        if (p > 3 && a != 1) reach_error();
        if (q + p > 7 && b != 1) reach_error();
        if (r != q && c != 1) reach_error();
        if (k != p) reach_error();
    }
    return 0;
}
