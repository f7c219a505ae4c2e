// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0, copy;
    if (n < 0 || n > 1000) {
        return 0;
    }
    copy = n;
    while (i < n) {
        if (copy != n) {
            reach_error();
        }
        i = i + 1;
    }
    if (copy != n) {
        reach_error();
    }
    return 0;
}
