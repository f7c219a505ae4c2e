void emit(unsigned long long value);
/* Unions: all members share the bytes. */
union u {
    unsigned i;
    unsigned char b[4];
    short h[2];
    float f;
    struct {
        unsigned lo : 12, hi : 20;
    }
    p;
};
int main(void) {
    union u x;
    x.i = 0x12345678;
    emit(x.b[0]);
    emit(x.b[3]);
    emit(x.h[1]);
    x.b[1] = 0xff;
    emit(x.i);
    x.f = 1.0f;
    emit(x.i);
    x.p.hi = 0x3f8;
    emit(x.i);
    emit(x.p.lo);
    union u y = {.h = {1, -1}};
    emit(y.i);
    union {
        long long l;
        double d;
    }
    z = {.d = -2.5};
    emit(z.l);
    z.l++;
    emit(z.d < -2.5);
    union u c = x;
    c.b[0] = 1;
    emit(x.b[0] + c.b[0]);
    union {
        struct {
            int tag;
        }
        a;
        struct {
            int tag;
            int v;
        }
        b;
    }
    t;
    t.b.tag = 3;
    t.b.v = 4;
    emit(t.a.tag);
    return 0;
}
