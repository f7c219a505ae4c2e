void emit(unsigned long long value);
/* Calls as arguments of calls, results unused. */
static int f(int a, int b) {
    return a * 2 + b;
}
static int g(void) {
    static int n;
    return ++n;
}
static void h(int *p) {
    *p += 5;
}
static int *id(int *p) {
    return p;
}
int main(void) {
    emit(f(f(1, 2), f(3, f(4, 5))));
    g();
    g();
    emit(g());
    int x = 1;
    h(&x);
    h(id(&x));
    emit(x);
    *id(&x) = 50;
    emit(x);
    emit(f(x, *id(&x)) - f(0, 1));
    emit(f(g(), 0) + 100 * f(0, 7));
    (void)f(1, 1);
    int a[2] = {f(1, 1), g()};
    emit(a[0] * 10 + a[1]);
    a[f(0, 1)] = f(2, 2);
    emit(a[1]);
    if (f(0, 0)) emit(1);
    else if (f(0, 1)) emit(2);
    emit(f(1, 2) ? f(3, 4) : f(5, 6));
    return f(3, 4);
}
