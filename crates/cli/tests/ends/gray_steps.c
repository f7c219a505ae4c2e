// expect: TRUE
// flags: --property termination --64
extern unsigned __VERIFIER_nondet_uint(void);
/* strip set bits from the top */
int main(void)
{
    unsigned v = __VERIFIER_nondet_uint();
    int rounds = 0;
    while (v) {
        unsigned m = v;
        m |= m >> 1; m |= m >> 2; m |= m >> 4; m |= m >> 8; m |= m >> 16;
        m ^= m >> 1;
        v ^= m;
        rounds++;
    }
    return rounds;
}
