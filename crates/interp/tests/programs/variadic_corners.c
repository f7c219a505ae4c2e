void emit(unsigned long long value);
/* Promotions, lists in records and globals and behind pointers, recursion, tables of variadic functions, old-style calls. */
typedef __builtin_va_list va_list;
typedef struct {
    short s;
    char c;
} small;
typedef struct {
    va_list list;
    int taken;
} reader;
typedef struct { } nothing;
static va_list global;
static reader *open_reader;

static int promoted(int n, ...) {
    va_list a;
    __builtin_va_start(a, n);
    int c = __builtin_va_arg(a, int);
    int s = __builtin_va_arg(a, int);
    double f = __builtin_va_arg(a, double);
    unsigned u = __builtin_va_arg(a, unsigned);
    small r = __builtin_va_arg(a, small);
    nothing none = __builtin_va_arg(a, nothing);
    long double l = __builtin_va_arg(a, long double);
    int last = __builtin_va_arg(a, int);
    __builtin_va_end(a);
    return c + s * 3 + (int)(f * 8) + (int)u + r.s * 5 + r.c + (int)sizeof none + (int)l + last * 7;
}
static int take(reader *from) {
    from->taken++;
    return __builtin_va_arg(from->list, int);
}
static int through_record(int n, ...) {
    reader r = {.taken = 0};
    __builtin_va_start(r.list, n);
    open_reader = &r;
    int sum = 0;
    while (r.taken < n)
        sum = sum * 7 + take(open_reader);
    __builtin_va_end(r.list);
    return sum;
}
static int from_global(void) { return __builtin_va_arg(global, int); }
static int through_global(int n, ...) {
    int sum = 0;
    __builtin_va_start(global, n);
    for (int i = 0; i < n; i++)
        sum = sum * 5 + from_global();
    __builtin_va_end(global);
    return sum;
}
static void skip(va_list *list, int count) {
    while (count--)
        (void)__builtin_va_arg(*list, long long);
}
static long long after(int count, ...) {
    va_list list;
    __builtin_va_start(list, count);
    skip(&list, count);
    long long value = __builtin_va_arg(list, long long);
    __builtin_va_end(list);
    return value;
}
static int nested(int depth, ...) {
    va_list list;
    __builtin_va_start(list, depth);
    int first = __builtin_va_arg(list, int);
    int below = depth ? nested(depth - 1, first * 2, depth) : 0;
    int second = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return first * 3 + second + below * 5;
}
static int plus(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    int sum = n;
    sum += __builtin_va_arg(list, int);
    sum += *__builtin_va_arg(list, int *);
    return sum;
}
static int minus(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    int sum = n;
    sum -= __builtin_va_arg(list, int);
    *__builtin_va_arg(list, int *) += sum;
    return sum;
}
static int ignores(int n, ...) { return n * 11; }
static int (*const table[])(int, ...) = {plus, minus, ignores};
static int old(a, b)
    int a;
    char b;
{
    return a * 100 + b;
}
static int (*loose)() = old;
static int write_through(int n, ...) {
    va_list a, b;
    __builtin_va_start(a, n);
    __builtin_va_copy(b, a);
    int *p = __builtin_va_arg(a, int *);
    *p = 77;
    int *q = __builtin_va_arg(b, int *);
    (void)__builtin_va_arg(b, int);
    int (*f)(int, ...) = __builtin_va_arg(b, int (*)(int, ...));
    __builtin_va_end(a);
    __builtin_va_end(b);
    return *q + f(2, 1, q);
}
static int only_declared_lists(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    __builtin_va_end(list);
    return n;
}
int main(void) {
    char c = -5;
    short s = 300;
    float f = 1.25f;
    _Bool t = 1;
    small r = {-2, 9};
    nothing none;
    emit(promoted(1, c, s, f, t, r, none, 3.5L, 4));
    emit(through_record(3, 4, 5, 6));
    emit(through_global(4, 1, -2, 3, -4));
    emit(after(2, 1LL, 2LL, 0x123456789aLL));
    emit(after(0, -9LL));
    emit(nested(3, 1, 2));
    int x = 10;
    for (int i = 0; i < 3; i++)
        emit(table[i](100, 7, &x));
    emit(x);
    emit(loose(3, 4));
    emit(loose(3, 4, 5));
    emit(write_through(1, &x, 0, plus));
    emit(only_declared_lists(6) + only_declared_lists(7, 1, 2.0));
    emit(sizeof(va_list));
    emit(sizeof(reader));
    return 0;
}
