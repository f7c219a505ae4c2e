// expect: FALSE
// flags: --property termination --64
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned long total = 0;
    unsigned i = 0;
    while (total <= 0xffffffffUL || i != a) {
        i++;
        total = (total + 1) & 0xffffffffUL;
    }
    return 0;
}
