// expect: FALSE
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned v = __VERIFIER_nondet_uint();
    unsigned bit = 1;
    int pos = 0;

    /* find the lowest set bit */
    while (!(v & bit)) {
        bit <<= 1;
        if (pos < 1000)
            pos++;
    }
    return pos;
}
