// expect: TRUE
// flags: --property termination --64
extern short __VERIFIER_nondet_short(void);
unsigned fact(unsigned n) { return n <= 1 ? 1u : n * fact(n - 1); }
int main(void)
{
    short s = __VERIFIER_nondet_short();
    unsigned u = s < 0 ? 0u : (unsigned)s & 0xfff;
    return (int)(fact(u) & 0x7f);
}
