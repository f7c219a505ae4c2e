// expect: TRUE
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned v = __VERIFIER_nondet_uint();
    unsigned bit = 1;
    int pos = 0;

    if (v == 0u)
        return -1;
    while (!(v & bit)) {
        bit <<= 1;
        pos++;
    }
    return pos;
}
