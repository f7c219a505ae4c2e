// expect: TRUE
// flags: --property termination --64
// with: BACK
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i, j;
    if (n > 300) n = 300;
    for (i = 0; i < n; i++) {
#ifdef BACK
        for (j = 0; j < n; j++) {
            if (__VERIFIER_nondet_int() && j > i) {
                i--;
#else
        for (j = i; j < n; j++) {
            if (__VERIFIER_nondet_int()) {
                i++;              /* skips ahead */
#endif
                break;
            }
        }
#ifdef BACK
        if (i < -1) i = -1;
#endif
    }
    return 0;
}
