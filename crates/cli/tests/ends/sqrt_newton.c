// expect: TRUE
// flags: --property termination --64
// with: NEQ
// expect: FALSE
// flags: --property termination --64
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned isqrt(unsigned n)
{
    if (n < 2) return n;
    unsigned x = n / 2, y = (x + n / x) / 2;
#ifdef NEQ
    while (y != x) {
#else
    while (y < x) {
#endif
        x = y;
        y = (x + n / x) / 2;
    }
    return x;
}
int main(void) { return (int)isqrt(__VERIFIER_nondet_uint()); }
