// expect: TRUE
// flags: --property termination --64
extern unsigned long __VERIFIER_nondet_ulong(void);
static int width(unsigned long v)
{
    int n = 0;
    while (v) {
        v >>= 1;
        ++n;
    }
    return n;
}
int main(void)
{
    return width(__VERIFIER_nondet_ulong());
}
