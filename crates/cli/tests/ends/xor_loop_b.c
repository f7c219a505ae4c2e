// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    while (x & 1) {
        x ^= 2;
        if (!(x & 2))
            x >>= 1;
    }
    return 0;
}
