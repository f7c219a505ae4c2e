// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int i = 0;
    int skip = __VERIFIER_nondet_int();
#ifdef BUG
    while (i < 10) {
        if (i == skip)
            continue;
        i++;
    }
#else
    do {
        if (i == skip)
            continue;       /* goes to the test, which counts */
        skip = -1;
    } while (i++ < 10);
#endif
    return 0;
}
