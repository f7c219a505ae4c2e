// expected: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int i = 0;
    while (i < 4) {
        i = i + 1;
    }
    if (i == 4) {
        reach_error();
    }
    return 0;
}
