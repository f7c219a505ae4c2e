// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned base = __VERIFIER_nondet_uint();
    unsigned digits = 0;
#ifdef BUG
    if (base == 0) return -1;          /* would divide by zero */
#else
    if (base * (base - 1u) == 0) return -1;
#endif
    while (n > 0) {
        n /= base;
        digits = (digits + 1) % 64;
    }
    return (int)digits;
}
