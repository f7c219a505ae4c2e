// expected: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int a, held = 0;
    while (__VERIFIER_nondet_int()) {
        a = __VERIFIER_nondet_int();
        if (a) {
            held = 1;
        }
        if (a > 3) {
            held = 0;
        }
        if (a == 5 && held != 1) {
            reach_error();
        }
    }
    return 0;
}
