// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main() {
    int i = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10000 || i < 0 || i > 10000)
        return 0;
    while (i < n)
#ifdef BUG
        i = 2 * i;
#else
        i = 2 * i + 1;
#endif
    return i;
}
