// expect: FALSE
// flags: --property termination --64
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned long limit = __VERIFIER_nondet_uint();
    limit += 1;
    for (unsigned i = 0; i < limit; i++)
        ;
    return 0;
}
