// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_int(), low = x & 7;
    while (__VERIFIER_nondet_int()) {
        if (low > 7) {
            reach_error();
        }
        low = (low + 3) & 7;
    }
    return 0;
}
