// expected: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    if (x + 1 < x) {
        reach_error();
    }
    return 0;
}
