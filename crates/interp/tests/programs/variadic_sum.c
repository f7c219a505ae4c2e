void emit(unsigned long long value);
/* Variadic functions. */
typedef __builtin_va_list va_list;
static int sum(int n, ...) {
    va_list ap;
    __builtin_va_start(ap, n);
    int s = 0;
    while (n--) s += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return s;
}
static long long mixed(const char *f, ...) {
    va_list ap;
    __builtin_va_start(ap, f);
    long long s = 0;
    for (; *f; f++) switch (*f) {
        case 'i':
        s += __builtin_va_arg(ap, int);
        break;
        case 'l':
        s += __builtin_va_arg(ap, long);
        break;
        case 'q':
        s += __builtin_va_arg(ap, long long);
        break;
        case 'd':
        s += __builtin_va_arg(ap, double) * 4;
        break;
        case 'p':
        s += *__builtin_va_arg(ap, int *);
        break;
        case 'u':
        s += __builtin_va_arg(ap, unsigned);
    }
    __builtin_va_end(ap);
    return s;
}
int main(void) {
    emit(sum(0));
    emit(sum(3, 1, 2, 3));
    emit(sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    int x = 77;
    char c = -1;
    float f = 0.25f;
    emit(mixed("iqdpilu", 5, 1LL << 40, 2.5, &x, c, 9L, 4000000000u));
    emit(mixed("ddddddddddii", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11, 12));
    emit(mixed("dif", f, (short)3));
    return 0;
}
