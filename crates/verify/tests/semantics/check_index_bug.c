// expect: FALSE
// check: array-index
// The row is left, though not the array: the last element of a row is followed by the first of the next.
extern int __VERIFIER_nondet_int(void);
static int rows[3][4];
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4) return 0;
    rows[1][i] = 1;
    return rows[2][0];
}
