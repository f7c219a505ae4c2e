// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int limit = __VERIFIER_nondet_int();
    unsigned char c;
    int acc = 0;
    if (limit < 0 || limit > 255)
        return 0;
    for (c = 0; c < limit; c++)
        acc = acc ^ c;
    return acc;
}
