// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int gcd(int a, int b)
{
    if (b == 0)
        return a;
    return gcd(b, a % b);
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0 || b < 0) return 0;
    return gcd(a, b) == 1;
}
