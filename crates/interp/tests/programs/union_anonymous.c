void emit(unsigned long long value);
/* Anonymous members. */
struct v {
    int kind;
    union {
        int i;
        struct {
            short lo, hi;
        };
        unsigned char bytes[4];
    };
    struct {
        int z;
    };
};
int main(void) {
    struct v v = {1, {0x10002}, {3}};
    emit(v.lo);
    emit(v.hi);
    emit(v.bytes[2]);
    v.hi = 7;
    emit(v.i);
    emit(v.z);
    emit(sizeof v);
    struct v w = {.lo = 5, .hi = 6, .z = 8};
    emit(w.i);
    emit(w.z);
    struct v *p = &w;
    p->bytes[0] = 9;
    emit(p->i);
    return 0;
}
