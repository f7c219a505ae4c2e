extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int i = 0;
    // The turns of a loop are counted.
    while (i < 10) {
        i++;
    }
    if (i != 10) {
        reach_error();
    }
    return 0;
}
// interval: loop 8: 0 <= i && i <= 10
// value: loop 8: i == 0 || i == 1 || i == 2 || i == 3 || i == 4 || i == 5 || i == 6 || i == 7 || i == 8 || i == 9 || i == 10
// symbolic: loop 8: i == 0 || i == 1 || i == 2 || i == 3 || i == 4 || i == 5 || i == 6 || i == 7 || i == 8 || i == 9 || i == 10
// predicate: loop 8: 0 <= i && i <= 10
// value-predicate: loop 8: 0 <= i && i <= 10
// impact: loop 8: 0 <= i && i <= 10
// impact by edges: loop 8: 0 <= i && i <= 10
// k-induction: loop 8: 0 <= i && i <= 10
// interval by functions: loop 8: 0 <= i && i <= 10
// value by functions: loop 8: i == 0 || i == 1 || i == 2 || i == 3 || i == 4 || i == 5 || i == 6 || i == 7 || i == 8 || i == 9 || i == 10
// value by loops: loop 8: i == 0 || i == 1 || i == 2 || i == 3 || i == 4 || i == 5 || i == 6 || i == 7 || i == 8 || i == 9 || i == 10
// predicate by functions: loop 8: 0 <= i && i <= 10
// distributed: loop 8: 0 <= i && i <= 10
