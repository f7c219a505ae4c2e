// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned v = __VERIFIER_nondet_uint();
    unsigned bit = 1;
    int pos = 0;

#ifdef BUG
    /* find the lowest set bit */
    while (!(v & bit)) {
        bit <<= 1;
        if (pos < 1000)
            pos++;
#else
    if (v == 0u)
        return -1;
    while (!(v & bit)) {
        bit <<= 1;
        pos++;
#endif
    }
    return pos;
}
