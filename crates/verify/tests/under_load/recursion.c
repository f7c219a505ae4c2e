extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int down(int n, int m) {
    if (n <= 0) return m;
    return down(n - 1, m + 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10000) return 0;
    int r = down(n, 0);
    if (r < 0) reach_error();
    if (n > 0 && r == 0) reach_error();
    return 0;
}
