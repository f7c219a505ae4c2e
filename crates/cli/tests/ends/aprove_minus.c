// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main() {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (y < 0) return 0;
    int res = 0;
    while (x > y) {
        int t = y;
        x = x - 1;
        if (t > 1000000) t = 0;
        res = t;
    }
    return res;
}
