// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int lock = 0, old, new;
    do {
        if (lock) {
            reach_error();
        }
        lock = 1;
        old = new;
        if (__VERIFIER_nondet_int()) {
            lock = 0;
            new = new + 1;
        }
    } while (new != old);
    if (lock == 0) {
        reach_error();
    }
    return 0;
}
