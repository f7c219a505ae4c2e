// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < -500 || n > 500) return 0;
    unsigned int c = 1;
    while (c > 0) {
        if (n > 100) { n -= 10; c--; }
        else         { n += 10; c++; }
        if (c > 1000) c = 1000;
    }
    return n;
}
