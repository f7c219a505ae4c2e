// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int fibonacci(int n)
{
    if (n < 1) return 0;
    else if (n == 1) return 1;
    else return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 24) return 0;
    return fibonacci(x);
}
