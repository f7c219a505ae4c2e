void emit(unsigned long long value);
/* ++ and -- on all kinds of objects. */
struct s {
    unsigned b : 3;
    int c : 4;
};
int main(void) {
    int i = 5;
    emit(i++ + 1);
    emit(++i);
    emit(i-- - --i);
    char c = 127;
    c++;
    emit(c);
    unsigned char u = 0;
    u--;
    emit(u);
    _Bool b = 0;
    b++;
    b++;
    emit(b);
    float f = 1.5f;
    f++;
    emit(f * 2);
    double d = 0.5;
    emit(--d * 4 + 100);
    int a[4] = {1, 2, 3, 4}, *p = a;
    emit(*p++);
    emit(*++p);
    emit((*p)++);
    emit(++*p);
    emit(*--p);
    emit(p - a);
    emit(a[2]);
    struct s x = {7, 7};
    emit(x.b++);
    emit(x.b);
    emit(++x.c);
    emit(x.c--);
    emit(x.c);
    short *q = (short *)8;
    q++;
    emit((unsigned long)q);
    long l = 2147483647;
    l++;
    emit(l);
    return 0;
}
