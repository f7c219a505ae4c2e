void emit(unsigned long long value);
/* double arithmetic, printed by its bits. */
static void put(double d) {
    unsigned long long u;
    __builtin_memcpy(&u, &d, 8);
    emit(u);
}
int main(void) {
    double a = 0.1, b = 3, c = -1e300;
    put(a + b);
    put(a * b);
    put(a / b);
    put(b - a);
    put(c * c > 0);
    put(-a);
    put(+c);
    put(a + b * c / 7);
    put(1e308 * 10);
    put(4.9e-324 / 2);
    put(1.0 / 3 + 2.0 / 3);
    put(123456789012345678LL);
    put(18446744073709551615ull);
    put(2147483648u);
    put(-5);
    put(0x1.8p-3);
    put(.5e1);
    put(1.f / 3);
    put((float)a);
    put(!a);
    put(a && b);
    double s = 0;
    for (int i = 1; i < 50; i++) s += 1.0 / (i * i);
    put(s);
    double x = 1;
    for (int i = 0; i < 20; i++) x = (x + 2 / x) / 2;
    put(x);
    return 0;
}
