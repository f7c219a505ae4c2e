// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int state = 1, flag = 0;
    while (1) {
        if (state == 1) {
            flag = 0;
            state = 2;
        } else if (state == 2) {
            if (__VERIFIER_nondet_int()) {
                flag = 1;
                state = 3;
            } else {
                state = 4;
            }
        } else if (state == 3) {
            if (flag != 1) {
                reach_error();
            }
            state = 1;
        } else if (state == 4) {
            if (flag == 1) {
                reach_error();
            }
            state = 1;
        } else {
            return 0;
        }
    }
}
