// expect: FALSE
// flags: --property termination --64
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned v = __VERIFIER_nondet_uint();
    unsigned char rounds = 0;
    while (v) {
        unsigned low = v & (0u - v);
        if (low == 0x80000000u)
            v |= 1;                 /* sticky */
        else
            v -= low;
        rounds++;
    }
    return rounds;
}
