// expect: FALSE
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned int x = __VERIFIER_nondet_uint();
    while (x != 0)
        x = x - 2;
    return 0;
}
