// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main() {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000) return 0;
    while (x > 4 || x < -4) {
        x = -x;
#ifdef BUG
        if (x > 10) x--;
        else if (x < -10) x++;
#else
        if (x > 0) x--;
#endif
    }
    return 0;
}
