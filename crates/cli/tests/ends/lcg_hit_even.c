// expect: FALSE
// flags: --property termination --64
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char goal = __VERIFIER_nondet_uchar();
    while (x != goal)
        x = (unsigned char)(x * 5 + 2);
    return 0;
}
