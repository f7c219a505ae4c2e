// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int total = 0;
int larger(int a, int b)
{
    if (a > b) {
        return a;
    }
    return b;
}
void check(int holds)
{
    if (!holds) {
        reach_error();
    }
}
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    total = larger(x, y);
    check(total >= x);
    check(total >= y);
    check(total == x || total == y);
    return 0;
}
