void emit(unsigned long long value);
/* Where bit-fields lie. */
struct a {
    unsigned char x : 3;
    unsigned char y : 6;
    int z : 9;
    int : 0;
    char w;
};
struct b {
    int a : 20;
    int b : 20;
    short c : 5;
    char d;
};
struct __attribute__((packed)) c {
    int a : 7;
    int b : 11;
    char c;
    int d : 30;
};
struct d {
    char a;
    long long b : 33;
    int c : 5;
};
union e {
    int a : 5;
    unsigned char raw[4];
};
static void dump(const void *p, int n) {
    const unsigned char *c = p;
    for (int i = 0; i < n; i++) emit(c[i]);
}
int main(void) {
    struct a a;
    struct b b;
    struct c c;
    struct d d;
    __builtin_memset(&a, 0, sizeof a);
    __builtin_memset(&b, 0, sizeof b);
    __builtin_memset(&c, 0, sizeof c);
    __builtin_memset(&d, 0, sizeof d);
    a.x = 5;
    a.y = 42;
    a.z = -3;
    a.w = 'w';
    b.a = 0x7abcd;
    b.b = -2;
    b.c = 9;
    b.d = 'd';
    c.a = -1;
    c.b = 0x2aa;
    c.c = 'c';
    c.d = 0x1234567;
    d.a = 1;
    d.b = 0x123456789LL;
    d.c = 7;
    dump(&a, sizeof a);
    dump(&b, sizeof b);
    dump(&c, sizeof c);
    dump(&d, sizeof d);
    union e e = {.raw = {0xff, 0xff, 0, 0}};
    e.a = 0;
    dump(&e, 4);
    return 0;
}
