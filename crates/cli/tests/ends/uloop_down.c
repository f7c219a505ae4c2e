// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint() % 16;
    int sum = 0;
#ifdef BUG
    for (unsigned int i = n; i >= 0; i--) {
#else
    for (unsigned int i = n; i < 16; i--) {
#endif
        sum ^= (int)(i & 7);
    }
    return sum;
}
