// expect: TRUE
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);
int buf[32];
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 32) return 1;
    while (n --> 0)
        buf[n] = (int)n;
    return buf[0];
}
