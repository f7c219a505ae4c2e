void emit(unsigned long long value);
/* long double: x87 extended, its ten bytes. */
static void put(long double l) {
    unsigned char b[16] = {0};
    __builtin_memcpy(b, &l, 10);
    unsigned long long lo = 0;
    for (int i = 7; i >= 0; i--) lo = lo << 8 | b[i];
    emit(lo);
    emit(b[8] | b[9] << 8);
}
int main(void) {
    long double a = 0.1L, b = 3, c = 1;
    put(a);
    put(a + b);
    put(a * a);
    put(b / a);
    put(-a);
    for (int i = 1; i < 30; i++) c *= i;
    put(c);
    put((double)a);
    put((float)a);
    put(0.1);
    emit((long long)(c / 1e20L));
    emit(a == 0.1);
    emit(a > 0.1);
    put(18446744073709551615ull);
    put(-7LL);
    put(b / 0);
    emit(sizeof a);
    put(1e4000L * 10);
    long double v[3] = {1, 2.5L};
    v[2] = v[0] + v[1];
    put(v[2]);
    struct {
        char c;
        long double l;
    }
    s = {'x', 9};
    s.l /= 7;
    put(s.l);
    emit((unsigned)b);
    emit((int)-b);
    return 0;
}
