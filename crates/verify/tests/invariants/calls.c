extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int total;

int add(int by)
{
    total = total + by;
    return total;
}

int down(int from)
{
    // Recursion: one frame is not another.
    if (from <= 0) {
        return 0;
    }
    return down(from - 1);
}

int main(void)
{
    total = 0;
    int last = add(1);
    last = add(2);
    if (down(3) != 0) {
        reach_error();
    }
    while (last < 8) {
        last = add(3);
    }
    if (total < 8) {
        reach_error();
    }
    return 0;
}
// value: entry add: (total == 0 && by == 1) || (total == 1 && by == 2) || (total == 3 && by == 3) || (total == 6 && by == 3)
// value: entry down: (total == 3 && from == 0) || (total == 3 && from == 1) || (total == 3 && from == 2) || (total == 3 && from == 3)
// value: loop 29: (total == 3 && last == 3) || (total == 6 && last == 6) || (total == 9 && last == 9)
// symbolic: entry add: (total == 0 && by == 1) || (total == 1 && by == 2) || (total == 3 && by == 3) || (total == 6 && by == 3)
// symbolic: entry down: (total == 3 && from == 0) || (total == 3 && from == 1) || (total == 3 && from == 2) || (total == 3 && from == 3)
// symbolic: loop 29: (total == 3 && last == 3) || (total == 6 && last == 6) || (total == 9 && last == 9)
// value-predicate: entry add: (total == 0 && by == 1) || (total == 1 && by == 2) || (total == 3 && by == 3) || (total == 6 && by == 3)
// value-predicate: entry down: (total == 3 && from == 0) || (total == 3 && from == 1) || (total == 3 && from == 2) || (total == 3 && from == 3)
// value-predicate: loop 29: (total == 3 && last == 3) || (total == 6 && last == 6) || (total == 9 && last == 9)
// impact: loop 29: 0 <= total + (-1 * last) || last <= 3
// impact by edges: loop 29: 0 <= total + (-1 * last) || last <= 3
// value by functions: entry add: (total == 0 && by == 1) || (total == 1 && by == 2) || (total == 3 && by == 3) || (total == 6 && by == 3)
// value by functions: entry down: (total == 3 && from == 3) || from == 0 || from == 1 || from == 2 || from == 3
// value by functions: loop 29: (total == 3 && last == 3) || (total == 6 && last == 6) || (total == 9 && last == 9)
// value by loops: entry add: (total == 0 && by == 1) || (total == 1 && by == 2) || (total == 3 && by == 3) || (total == 6 && by == 3)
// value by loops: entry down: (total == 3 && from == 0) || (total == 3 && from == 1) || (total == 3 && from == 2) || (total == 3 && from == 3)
// value by loops: loop 29: (total == 3 && last == 3) || (total == 6 && last == 6) || (total == 9 && last == 9)
// predicate by functions: entry add: 1 <= by && by <= 3
// predicate by functions: entry down: 0 <= from && from <= 3
// predicate by functions: entry main: 0 == total
// predicate by functions: loop 29: (total == last && 0 == (total + (-1 * last)) mod 4294967296) || (last <= 3 && total == last && 0 == (total + (-1 * last)) mod 4294967296)
