// expected: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int smaller(int a, int b)
{
    if (a < b) {
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
    check(smaller(x, y) <= x);
    check(smaller(x, y) < y);
    return 0;
}
