void emit(unsigned long long value);
/* A va_list handed on, copied, walked twice; structures as arguments. */
typedef __builtin_va_list va_list;
struct p {
    int x, y;
};
struct big {
    int v[9];
};
static int take(va_list ap, int n) {
    int s = 0;
    while (n--) s = s * 10 + __builtin_va_arg(ap, int);
    return s;
}
static int twice(int n, ...) {
    va_list a, b;
    __builtin_va_start(a, n);
    __builtin_va_copy(b, a);
    int s = take(a, n), t = 0;
    for (int i = 0; i < n; i++) t += __builtin_va_arg(b, int);
    __builtin_va_end(a);
    __builtin_va_end(b);
    __builtin_va_start(a, n);
    t += __builtin_va_arg(a, int);
    __builtin_va_end(a);
    return s * 100 + t;
}
static int records(int n, ...) {
    va_list ap;
    __builtin_va_start(ap, n);
    struct p a = __builtin_va_arg(ap, struct p);
    struct big b = __builtin_va_arg(ap, struct big);
    long double l = __builtin_va_arg(ap, long double);
    struct p c = __builtin_va_arg(ap, struct p);
    __builtin_va_end(ap);
    return a.x + a.y * 2 + b.v[8] + (int)l + c.y * 1000;
}
int main(void) {
    emit(twice(3, 1, 2, 3));
    struct p p = {3, 4}, q = {5, 6};
    struct big b = {.v[8] = 50};
    emit(records(1, p, b, 7.5L, q));
    return 0;
}
