void emit(unsigned long long value);
/* volatile, register, const, restrict change nothing. */
static volatile int g = 3;
static int sum(const int *restrict a, register int n) {
    int s = 0;
    while (n--) s += a[n];
    return s;
}
int main(void) {
    register int r = g;
    g += r;
    emit(g);
    const volatile int k = 4;
    emit(k);
    int a[3] = {1, 2, 3};
    emit(sum(a, 3));
    volatile unsigned char c = 255;
    c++;
    emit(c);
    int *volatile p = a;
    p++;
    emit(*p);
    auto int z = 5;
    emit(z);
    return 0;
}
