// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int i = __VERIFIER_nondet_int();
    unsigned n = 10;
    if (i > 1000) i = 1000;
    /* negative start never reaches the body, does it */
    while (i < n) {
        if (i < 5)
            i = i + 1;
    }
    return 0;
}
