// expect: TRUE
// check: all
// Each operation is guarded by what C asks of its operands; unsigned arithmetic wraps, and conversions have a value.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum = 0;
    unsigned u = __VERIFIER_nondet_uint();
    short s = (short)a;
    if (b > 0 ? a <= 2147483647 - b : a >= -2147483647 - 1 - b) sum = a + b;
    if (a > -1000 && a < 1000 && b > -1000 && b < 1000) sum = a * b - a;
    if (b != 0 && b != -1) sum = a / b + a % b / 2;
    u = u * u + 1u - (u << 3);
    if (u < 31) sum = 1 << (u / 2) >> u;
    s++;
    return sum > 0 && u > 3 ? s : -s;
}
