// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x & 1) {
        x ^= 2;
        if ((x & 12) == 12)
            x &= ~1;
    }
    return 0;
}
