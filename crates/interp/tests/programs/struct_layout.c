void emit(unsigned long long value);
/* Sizes, alignments and offsets. */
struct a {
    char c;
    short s;
    int i;
    char d;
    long long l;
};
struct b {
    char c;
    struct a x;
    char e;
} ;
struct c {
    char c[3];
    short s;
};
struct __attribute__((packed)) d {
    char c;
    int i;
    short s;
};
struct e {
    int n;
    char data[];
};
union u {
    char c;
    double d;
    short s[5];
};
struct f {
    char c;
    long double l;
};
struct g {
    char a;
} __attribute__((aligned(8)));
struct h {
    char c;
    int __attribute__((aligned(16))) x;
    char d;
};
struct em {};
#define O(t, m) emit(__builtin_offsetof(struct t, m))
int main(void) {
    emit(sizeof(struct a));
    emit(sizeof(struct b));
    emit(sizeof(struct c));
    emit(sizeof(struct d));
    emit(sizeof(struct e));
    emit(sizeof(union u));
    emit(sizeof(struct f));
    emit(sizeof(struct g));
    emit(sizeof(struct h));
    emit(sizeof(struct em));
    O(a, l);
    O(a, d);
    O(b, x);
    O(b, e);
    O(c, s);
    O(d, i);
    O(d, s);
    O(e, data);
    O(f, l);
    O(h, x);
    O(h, d);
    O(b, x.l);
    O(c, c[2]);
    emit(_Alignof(struct a));
    emit(_Alignof(struct d));
    emit(_Alignof(struct h));
    emit(__alignof__(double));
    emit(sizeof(long double));
    emit(sizeof(void *));
    emit(sizeof(long));
    return 0;
}
