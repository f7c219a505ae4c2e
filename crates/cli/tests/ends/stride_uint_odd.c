// expect: TRUE|UNKNOWN
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned int x = __VERIFIER_nondet_uint();
    /* 3 is invertible modulo a power of two */
    while (x != 0)
        x = x - 3;
    return 0;
}
