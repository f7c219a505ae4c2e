// expect: TRUE
// flags: --property termination --64
// with: GE
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a[6], i, swapped;
    for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
    do {
        swapped = 0;
        for (i = 1; i < 6; i++)
#ifdef GE
            if (a[i - 1] >= a[i]) {
#else
            if (a[i - 1] > a[i]) {
#endif
                int t = a[i]; a[i] = a[i - 1]; a[i - 1] = t;
                swapped = 1;
            }
    } while (swapped);
    return a[0] <= a[5];
}
