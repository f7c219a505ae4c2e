void emit(unsigned long long value);
/* Accumulated rounding in each format; Kahan's sum. */
static void put(double d) {
    unsigned long long u;
    __builtin_memcpy(&u, &d, 8);
    emit(u);
}
int main(void) {
    float f = 0;
    double d = 0;
    long double l = 0;
    for (int i = 1; i <= 1000; i++) {
        f += 1.0f / i;
        d += 1.0 / i;
        l += 1.0L / i;
    }
    put(f);
    put(d);
    put(l);
    float s = 0, c = 0;
    for (int i = 1; i <= 1000; i++) {
        float y = 1.0f / i - c, t = s + y;
        c = t - s - y;
        s = t;
    }
    put(s);
    double e = 1, x = 1;
    for (int n = 1; n < 25; n++) {
        x /= n;
        e += x;
    }
    put(e);
    return 0;
}
