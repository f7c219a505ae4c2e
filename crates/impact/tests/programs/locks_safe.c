// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int a, b, held_a = 0, held_b = 0;
    while (__VERIFIER_nondet_int()) {
        a = __VERIFIER_nondet_int();
        b = __VERIFIER_nondet_int();
        held_a = 0;
        held_b = 0;
        if (a) {
            held_a = 1;
        }
        if (b) {
            held_b = 1;
        }
        if (a) {
            if (held_a != 1) {
                reach_error();
            }
            held_a = 0;
        }
        if (b) {
            if (held_b != 1) {
                reach_error();
            }
            held_b = 0;
        }
    }
    return 0;
}
