void emit(unsigned long long value);
/* Fixed-point arithmetic: products in a wider type, square root, CORDIC. */
typedef int fix;
static fix mul(fix a, fix b) {
    return (long long)a * b >> 16;
}
static fix divide(fix a, fix b) {
    return ((long long)a << 16) / b;
}
static unsigned root(unsigned long long x) {
    unsigned long long r = 0;
    for (int b = 31; b >= 0; b--) {
        unsigned long long t = r | 1ULL << b;
        if (t * t <= x) r = t;
    }
    return r;
}
int main(void) {
    fix a = 3 << 16 | 0x8000, b = -(2 << 16);
    emit(mul(a, b));
    emit(divide(a, b));
    emit(mul(divide(a, b), b));
    emit(root(2ULL << 32));
    emit(root(~0ULL));
    fix x = 39797, y = 0, z = 51472;
    static const fix at[] = {51472, 30386, 16055, 8150, 4091, 2047, 1024, 512, 256, 128};
    for (int i = 0; i < 10; i++) {
        fix dx = y >> i, dy = x >> i;
        if (z >= 0) x -= dx, y += dy, z -= at[i];
        else x += dx, y -= dy, z += at[i];
    }
    emit(x);
    emit(y);
    emit(z);
    return 0;
}
