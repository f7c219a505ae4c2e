// expect: FALSE
// check: overflow
// Only one input in a line of guarded operations overflows: the absolute value of the least number.
extern int __VERIFIER_nondet_int(void);
static int magnitude(int x) { return x < 0 ? -x : x; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 100) return 0;
    return magnitude(x) > 7;
}
