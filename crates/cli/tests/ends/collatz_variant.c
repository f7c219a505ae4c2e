// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
/* 3n-1 instead of 3n+1 */
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 20) return 0;
    while (n != 1) {
        if (n % 2 == 0) n = n / 2;
        else n = 3 * n - 1;
    }
    return 0;
}
