void emit(unsigned long long value);
/* ?: evaluates one arm; its type is that of both; GNU ?: without a middle. */
static int n;
static int t(int x) {
    n++;
    return x;
}
int main(void) {
    emit(t(1) ? t(2) : t(3));
    emit(n);
    emit(t(0) ?: t(7));
    emit(n);
    emit(t(5) ?: t(7));
    emit(n);
    int a = 1, b = 2, *p = n > 2 ? &a : &b;
    *p = 9;
    emit(a * 10 + b);
    emit(n > 100 ? 1 : n > 3 ? 2 : 3);
    emit(sizeof(n ? 'a' : 'b'));
    emit((n ? 1 : 2.5) / 2 > 0.4);
    emit((n ? (char)-1 : 0u));
    n ? (void)(a = 3) : (void)0;
    emit(a);
    struct {
        int x, y;
    }
    s = {1, 2}, u = {3, 4};
    emit((n ? s : u).y);
    emit((n < 0 ? s : u).y);
    const char *q = n ? "abc" : 0;
    emit(q[1]);
    return 0;
}
