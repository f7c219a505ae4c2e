// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int i = __VERIFIER_nondet_int();
    unsigned n = 10;
    if (i > 1000) i = 1000;
    while (i < n) {
        i = i + 1;
        if (i < 0) break;
    }
    return 0;
}
