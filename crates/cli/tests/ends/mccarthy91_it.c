// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < -500 || n > 500) return 0;
    int c = 1;
    while (c > 0) {
        if (n > 100) { n -= 10; c--; }
        else         { n += 11; c++; }
    }
    return n;
}
