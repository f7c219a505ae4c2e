void emit(unsigned long long value);
/* Pointers to variables, to pointers, and through casts. */
int main(void) {
    int a = 5, b = 6, *p = &a, **pp = &p;
    *p = 7;
    **pp += 1;
    emit(a);
    *pp = &b;
    *p = 9;
    emit(b);
    emit(p == &b);
    emit(p != &a);
    emit(!p);
    int *n = 0;
    emit(!n);
    emit(n == 0);
    void *v = p;
    emit(*(int *)v);
    unsigned x = 0x01020304;
    unsigned char *c = (unsigned char *)&x;
    emit(c[0]);
    emit(c[3]);
    c[1] = 0xff;
    emit(x);
    *(short *)&x = -1;
    emit(x);
    const int *q = &a;
    emit(*q);
    int (*arr)[3];
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    arr = m;
    emit((*arr)[1]);
    arr++;
    emit((*arr)[2]);
    emit(*(*(m + 1) + 1));
    emit(&*p == p);
    return 0;
}
