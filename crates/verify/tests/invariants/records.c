extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

struct box {
    unsigned char flag : 3;
    int low;
};

int main(void)
{
    struct box box;
    box.flag = 1;
    box.low = 3;
    int at = 0;
    unsigned char step = __VERIFIER_nondet_uchar();
    // Members, a bit-field among them.
    while (at < 3) {
        if (step > 100 && box.low < 5) {
            box.low = box.low + 1;
        }
        at++;
    }
    if (box.low < 3 || box.flag != 1) {
        reach_error();
    }
    return 0;
}
// interval: loop 17: box.flag == 1 && 3 <= box.low && box.low <= 5 && 0 <= at && at <= 3
// value: loop 17: (box.flag == 1 && box.low == 3 && at == 0) || (box.flag == 1 && box.low == 3 && at == 1) || (box.flag == 1 && box.low == 3 && at == 2) || (box.flag == 1 && box.low == 3 && at == 3) || (box.flag == 1 && box.low == 4 && at == 1) || (box.flag == 1 && box.low == 4 && at == 2) || (box.flag == 1 && box.low == 4 && at == 3) || (box.flag == 1 && box.low == 5 && at == 2) || (box.flag == 1 && box.low == 5 && at == 3)
// symbolic: loop 17: (box.flag == 1 && box.low == 3 && at == 0) || (box.flag == 1 && box.low == 3 && at == 1) || (box.flag == 1 && box.low == 3 && at == 2) || (box.flag == 1 && box.low == 3 && at == 3) || (box.flag == 1 && box.low == 4 && at == 1) || (box.flag == 1 && box.low == 4 && at == 2) || (box.flag == 1 && box.low == 4 && at == 3) || (box.flag == 1 && box.low == 5 && at == 2) || (box.flag == 1 && box.low == 5 && at == 3)
// predicate: loop 17: box.flag == 1 && 3 <= box.low && box.low <= 5 && 0 <= at && at <= 3
// value-predicate: loop 17: box.flag == 1 && 3 <= box.low && box.low <= 5 && 0 <= at && at <= 3
// impact: loop 17: box.flag == 1 && 3 <= box.low && box.low <= 5 && 0 <= at && at <= 3
// impact by edges: loop 17: box.flag == 1 && 3 <= box.low && box.low <= 5 && 0 <= at && at <= 3
// k-induction: loop 17: box.flag == 1 && 3 <= box.low && box.low <= 5 && 0 <= at && at <= 3
// interval by functions: loop 17: box.flag == 1 && 3 <= box.low && box.low <= 5 && 0 <= at && at <= 3
// value by functions: loop 17: (box.flag == 1 && box.low == 3 && at == 0) || (box.flag == 1 && box.low == 3 && at == 1) || (box.flag == 1 && box.low == 3 && at == 2) || (box.flag == 1 && box.low == 3 && at == 3) || (box.flag == 1 && box.low == 4 && at == 1) || (box.flag == 1 && box.low == 4 && at == 2) || (box.flag == 1 && box.low == 4 && at == 3) || (box.flag == 1 && box.low == 5 && at == 2) || (box.flag == 1 && box.low == 5 && at == 3)
// value by loops: loop 17: (box.flag == 1 && box.low == 3 && at == 0) || (box.flag == 1 && box.low == 3 && at == 1) || (box.flag == 1 && box.low == 3 && at == 2) || (box.flag == 1 && box.low == 3 && at == 3) || (box.flag == 1 && box.low == 4 && at == 1) || (box.flag == 1 && box.low == 4 && at == 2) || (box.flag == 1 && box.low == 4 && at == 3) || (box.flag == 1 && box.low == 5 && at == 2) || (box.flag == 1 && box.low == 5 && at == 3)
// predicate by functions: loop 17: box.flag == 1 && 3 <= box.low && box.low <= 5 && 0 <= at && at <= 3
// distributed: loop 17: box.flag == 1 && 3 <= box.low && box.low <= 5 && 0 <= at && at <= 3
