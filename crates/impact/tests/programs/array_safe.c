// expected: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int cells[4], i;
    for (i = 0; i < 4; i++) {
        cells[i] = i;
    }
    if (cells[2] != 2) {
        reach_error();
    }
    return 0;
}
