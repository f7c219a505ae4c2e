// expect: false false
extern unsigned uin(void);
extern void reach_error(void);
static int steps[4] = {5, 7, 11, 13};
int main(void) {
    int seen[4] = {0};
    unsigned i = uin(), j = uin(), k = uin();
    if (i > 3 || j > 3 || k > 3) return 0;
    seen[i] = seen[j] = seen[k] = 1;
    if (seen[0] && !seen[1] && seen[2] && seen[3] && steps[i] * steps[j] - steps[k] == 54) reach_error();
    return 0;
}
