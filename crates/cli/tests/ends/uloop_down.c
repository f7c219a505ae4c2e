// expect: FALSE
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned int n = __VERIFIER_nondet_uint() % 16;
    int sum = 0;
    for (unsigned int i = n; i >= 0; i--) {
        sum ^= (int)(i & 7);
    }
    return sum;
}
