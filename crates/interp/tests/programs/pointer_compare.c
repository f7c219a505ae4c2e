void emit(unsigned long long value);
/* Order and equality of pointers into one array; null. */
int main(void) {
    int a[5] = {0}, *p = a, *q = a + 5;
    int n = 0;
    while (p < q) {
        p++;
        q--;
        n++;
    }
    emit(n);
    emit(p > q);
    emit(p == a + 3);
    emit(&a[2] <= &a[2]);
    int *z = 0;
    emit(z == (void *)0);
    emit(a != z);
    emit(!!a);
    emit(z ? 1 : 2);
    if (z || !a) emit(3);
    else emit(4);
    struct {
        int x, y;
    }
    s;
    emit((void *)&s == (void *)&s.x);
    emit((char *)&s.y > (char *)&s.x);
    return 0;
}
