// expect: TRUE
// flags: --property termination --64
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned char perm[4] = { 2, 3, 1, 0 };
    unsigned x = __VERIFIER_nondet_uint() % 4;
    unsigned target = __VERIFIER_nondet_uint() % 4;
    while (x != target)
        x = perm[x];
    return 0;
}
