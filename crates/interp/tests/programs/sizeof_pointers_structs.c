void emit(unsigned long long value);
/* Layout shown at run time: strides, offsets, padding untouched by copies. */
struct a {
    char c;
    double d;
    short s;
};
struct b {
    struct a a[2];
    char t;
    long double l;
};
int main(void) {
    struct b v[2];
    emit((char *)&v[1] - (char *)&v[0]);
    emit((char *)&v[0].a[1].s - (char *)v);
    emit((char *)&v[0].l - (char *)v);
    emit((char *)&v[1].t - (char *)&v[0].t);
    emit(sizeof v / sizeof *v);
    struct {
        char a;
        union {
            char b;
            long long c;
        }
        u;
        char d[3];
    }
    w;
    emit((char *)&w.u - (char *)&w);
    emit((char *)w.d - (char *)&w);
    emit(sizeof w);
    struct {
        int a;
        char b;
    }
    *p = 0;
    emit((unsigned long)(p + 1));
    emit(sizeof *p);
    struct {
        long long a : 40;
        int b : 8;
    }
    q;
    emit(sizeof q);
    return 0;
}
