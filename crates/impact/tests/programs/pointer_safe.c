// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = 1, y = 2, *p = &x;
    while (__VERIFIER_nondet_int()) {
        if (*p == 2) {
            *p = 2;
        }
        p = &y;
    }
    if (y == 3) {
        reach_error();
    }
    return 0;
}
