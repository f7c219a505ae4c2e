void emit(unsigned long long value);
/* Between floats and integers of every size. */
int main(void) {
    double ds[] = {0.0, 0.9, -0.9, 1.5, 100.99, -100.99, 127, 2147483647.0};
    for (int i = 0; i < 8; i++) {
        double d = ds[i];
        emit((int)d);
        emit((long long)d);
        emit((float)d == d);
        emit((_Bool)d);
        emit((long)(d * 1e3 / 1024));
    }
    emit((unsigned)4294967295.0);
    emit((unsigned long long)1e19);
    emit((long long)-9e18);
    emit((signed char)-128.5);
    emit((unsigned short)65535.9f);
    long long l = 9007199254740993LL;
    emit((long long)(double)l);
    emit((long long)(float)l);
    unsigned long long u = 18446744073709550591ull;
    double d = u;
    emit(d == 18446744073709549568.0);
    float f = u;
    emit(f == 18446744073709551616.0f);
    int i = 16777217;
    f = i;
    emit((int)f);
    unsigned x = 3;
    x = x * 2.75;
    emit(x);
    i = 7;
    i /= 2.0;
    emit(i);
    i = 5 / 2 * 2.0;
    emit(i);
    emit(sizeof(1.0f + 1));
    emit(sizeof(1.0f + 1.0));
    emit(sizeof(1ll * 1.0f));
    return 0;
}
