void emit(unsigned long long value);
/* Several declarators at once, with every modifier. */
static int f(int), g, *h(int *), (*k)(int) = f, arr[2][2] = {1, 2, 3}, *pa[2] = {&g, arr[1]}, (*ap)[2] = arr;
static int f(int x) {
    return x + 1;
}
static int *h(int *p) {
    return p + 1;
}
int (*choose(int n))(int) {
    return n ? f : 0;
}
int (*(*table[1])(int))(int) = {choose};
int main(void) {
    int a = 1, *b = &a, **c = &b, d[3] = {a, *b, **c}, (*e)(int) = k;
    emit(e(d[2]));
    emit(*h(d));
    emit(*pa[1]);
    emit(ap[1][0]);
    emit((*ap)[1]);
    emit(choose(1)(5));
    emit(table[0](1)(7));
    g = 9;
    emit(*pa[0]);
    const char *const s = "x", t = 'y';
    emit(*s + t);
    unsigned long int long u = 3;
    emit(u);
    short int unsigned w = -1;
    emit(w);
    long double volatile static const z = 2;
    emit((int)z);
    return 0;
}
