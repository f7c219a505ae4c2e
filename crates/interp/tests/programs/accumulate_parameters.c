void emit(unsigned long long value);
/* Long argument lists of expressions with effects in one place only. */
static int last;
static int keep(int a, int b, int c, int d, int e, int f, int g, int h) {
    last = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
    return last;
}
int main(void) {
    int x = 3;
    emit(keep(1, x, x + 1, x * x, -x, x << 2, !x, x++));
    emit(x);
    emit(keep(keep(1, 2, 3, 4, 5, 6, 7, 8), 1, 1, 1, 1, 1, 1, 1));
    emit(last);
    int *p = &last;
    *p = keep(0, 0, 0, 0, 0, 0, 0, 1) + 1;
    emit(last);
    int a[3] = {0};
    a[keep(1, 0, 0, 0, 0, 0, 0, 0)] = 5;
    emit(a[1]);
    emit((last = 7) + 0);
    return 0;
}
