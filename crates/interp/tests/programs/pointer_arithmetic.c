void emit(unsigned long long value);
/* Sums, differences and comparisons of pointers. */
struct t {
    char a;
    int b;
    short c;
};
int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) a[i] = i * i;
    int *p = a + 3, *q = &a[8];
    emit(q - p);
    emit(p - q);
    emit(p < q);
    emit(*(p + 2));
    emit(*(q - 2));
    emit(p[-1]);
    emit(2[a]);
    emit((char *)q - (char *)p);
    struct t ts[5];
    emit(&ts[4] - &ts[1]);
    emit((char *)&ts[1] - (char *)ts);
    emit(sizeof ts);
    emit((unsigned long)(&((struct t *)0)->c));
    int *end = a + 10, s = 0;
    for (int *r = a; r != end; ++r) s += *r;
    emit(s);
    emit(&a[10] - a);
    emit(p + 5 == q);
    emit(p >= q || p <= a + 3);
    long d = -2;
    emit(*(p - d));
    emit(p[d + 1]);
    char m[3][4];
    emit((char *)m[2] - (char *)m);
    emit(&m[1] - &m[0]);
    void *v = a;
    v = v + 4;
    emit(*(int *)v);
    return 0;
}
