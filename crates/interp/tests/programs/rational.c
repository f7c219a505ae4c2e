void emit(unsigned long long value);
/* Fractions as structures passed by value. */
typedef struct {
    long num, den;
}
frac;
static long gcd(long a, long b) {
    while (b) {
        long t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}
static frac norm(frac f) {
    long g = gcd(f.num, f.den);
    f.num /= g;
    f.den /= g;
    if (f.den < 0) f.num = -f.num, f.den = -f.den;
    return f;
}
static frac add(frac a, frac b) {
    return norm((frac){a.num * b.den + b.num * a.den, a.den * b.den});
}
static frac mul(frac a, frac b) {
    return norm((frac){a.num * b.num, a.den * b.den});
}
int main(void) {
    frac h = {0, 1};
    for (int i = 1; i <= 10; i++) h = add(h, (frac){1, i});
    emit(h.num);
    emit(h.den);
    frac p = {1, 1};
    for (int i = 1; i < 8; i++) p = mul(p, (frac){-i, i + 2});
    emit(p.num);
    emit(p.den);
    emit(add(mul(h, p), norm((frac){6, -4})).num);
    return 0;
}
