// The average of two numbers, as it should be.
// expect: TRUE
// flags: --property no-overflow
// expect: TRUE
// flags: --check all
// expect: TRUE
// flags: --check all --32 --analysis k-induction
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high < low) return 0;
    int middle = low + (high - low) / 2;
    if (middle < low || middle > high) reach_error();
    return middle & 1;
}
