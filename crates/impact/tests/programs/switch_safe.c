// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int kind = __VERIFIER_nondet_int(), size = 0;
    switch (kind) {
    case 1:
        size = 4;
        break;
    case 2:
        size = 8;
        break;
    default:
        kind = 0;
    }
    while (__VERIFIER_nondet_int()) {
        if (kind == 1 && size != 4) {
            reach_error();
        }
        if (kind == 2 && size != 8) {
            reach_error();
        }
        if (kind == 0 && size != 0) {
            reach_error();
        }
    }
    return 0;
}
