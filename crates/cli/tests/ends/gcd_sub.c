// expect: TRUE
// flags: --property termination --64
// with: SIZES
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
#ifdef SIZES
    /* operands are sizes */
    if (a < 0 || b <= 0)
#else
    if (a <= 0 || b <= 0)
#endif
        return 0;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}
