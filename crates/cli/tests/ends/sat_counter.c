// expect: FALSE
// flags: --property termination --64
extern unsigned char __VERIFIER_nondet_uchar(void);
/* saturating add: the sum stops at 250 */
static unsigned char sat_add(unsigned char a, unsigned char b)
{
    int s = a + b;
    return (unsigned char)(s > 250 ? 250 : s);
}
int main(void)
{
    unsigned char level = 0;
    unsigned char goal = __VERIFIER_nondet_uchar();
    unsigned char step = __VERIFIER_nondet_uchar();
    if (step == 0)
        return 1;
    while (level < goal)
        level = sat_add(level, step);
    return 0;
}
