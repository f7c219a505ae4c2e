// expect: TRUE
// check: overflow,division,array-index
// A loop whose index stays in its array, and whose sum is bounded.
extern int __VERIFIER_nondet_int(void);
static int table[10];
int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 10) return 0;
    for (int i = 0; i < n; i++) {
        if (sum < 100) sum += table[i] % 10;
        table[i] = i;
    }
    return n ? sum / n : 0;
}
