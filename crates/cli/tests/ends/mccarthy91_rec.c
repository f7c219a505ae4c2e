// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
static int f91(int x)
{
    if (x > 100)
        return x - 10;
    else
        return f91(f91(x + 11));
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < -1000) return 0;
    int r = f91(x);
    return r == 91;
}
