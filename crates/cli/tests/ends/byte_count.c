// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int limit = __VERIFIER_nondet_int();
    unsigned char c;
    int acc = 0;
#ifdef BUG
    if (limit < 0 || limit > 1000)
#else
    if (limit < 0 || limit > 255)
#endif
        return 0;
    for (c = 0; c < limit; c++)
        acc = acc ^ c;
    return acc;
}
