// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned long limit = __VERIFIER_nondet_uint();
#ifdef BUG
    limit += 1;
#endif
    for (unsigned i = 0; i < limit; i++)
        ;
    return 0;
}
