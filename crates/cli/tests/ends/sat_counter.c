// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifdef BUG
/* saturating add: the sum stops at 250 */
#endif
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
#ifdef BUG
    if (step == 0)
#else
    if (step == 0 || goal > 250)
#endif
        return 1;
    while (level < goal)
        level = sat_add(level, step);
    return 0;
}
