// expect: TRUE
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);

unsigned pop(unsigned v)
{
    unsigned c;
    for (c = 0; v; c++)
        v &= v - 1;
    return c;
}

int main(void)
{
    unsigned w = __VERIFIER_nondet_uint();
    return (int)pop(w) > 32;
}
