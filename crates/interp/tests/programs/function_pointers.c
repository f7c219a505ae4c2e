void emit(unsigned long long value);
/* Calls through pointers, tables, as arguments and results. */
static int add(int a, int b) {
    return a + b;
}
static int sub(int a, int b) {
    return a - b;
}
static int mul(int a, int b) {
    return a * b;
}
typedef int op(int, int);
static op *choose(int i) {
    return i == 0 ? add : i == 1 ? sub : mul;
}
static int fold(op *f, const int *a, int n, int z) {
    for (int i = 0; i < n; i++) z = f(z, a[i]);
    return z;
}
struct vt {
    op *f;
    int (*g[2])(int, int);
};
static int (*pick(char c))(int, int) {
    return c == '+' ? &add : &sub;
}
int main(void) {
    int a[] = {1, 2, 3, 4};
    for (int i = 0; i < 3; i++) emit(fold(choose(i), a, 4, 10));
    struct vt v = {mul, {add, sub}};
    emit(v.f(6, 7));
    emit(v.g[1](6, 7));
    emit((*v.g[0])(1, 2));
    emit((****v.f)(2, 2));
    op *p = 0;
    emit(!p);
    p = *sub;
    emit(p == sub);
    emit(p != add);
    emit(pick('+')(3, 4) * pick('-')(9, 4));
    op *t[] = {add, sub, mul};
    int r = 1;
    for (unsigned i = 0; i < 9; i++) r = t[i % 3](r, i);
    emit(r);
    return 0;
}
