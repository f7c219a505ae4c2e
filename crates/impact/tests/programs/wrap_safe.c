// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned char x = 250;
    unsigned steps = 0;
    while (x >= 250) {
        x = x + 1;
        steps = steps + 1;
    }
    if (steps != 6 || x != 0) {
        reach_error();
    }
    return 0;
}
