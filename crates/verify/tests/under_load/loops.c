extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, odd = 0, sum = 0;
    if (n < 0 || n > 1000) return 0;
    while (i < n) {
        i++;
        if (odd) { odd = 0; sum += 2; } else { odd = 1; }
        if (sum > i) reach_error();
    }
    if (i != n) reach_error();
    return 0;
}
