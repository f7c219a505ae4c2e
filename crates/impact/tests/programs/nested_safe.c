// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int i = 0, j, mark = 0;
    while (i < 3) {
        mark = 1;
        j = 0;
        while (j < 2) {
            if (mark != 1) {
                reach_error();
            }
            j = j + 1;
        }
        mark = 2;
        i = i + 1;
    }
    if (i == 3 && mark != 2) {
        reach_error();
    }
    return 0;
}
