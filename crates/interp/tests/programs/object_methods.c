void emit(unsigned long long value);
/* Objects with tables of functions. */
struct shape;
struct ops {
    int (*area)(const struct shape *);
    void (*grow)(struct shape *, int);
};
struct shape {
    const struct ops *ops;
    int a, b;
};
static int rect_area(const struct shape *s) {
    return s->a * s->b;
}
static int tri_area(const struct shape *s) {
    return s->a * s->b / 2;
}
static void grow(struct shape *s, int n) {
    s->a += n;
    s->b += n;
}
static void grow_a(struct shape *s, int n) {
    s->a += n;
}
static const struct ops rect = {rect_area, grow}, tri = {.grow = grow_a, .area = tri_area};
int main(void) {
    struct shape s[] = {{&rect, 2, 3}, {&tri, 4, 5}, {&rect, 6, 7}};
    for (int r = 0; r < 3; r++) {
        int total = 0;
        for (unsigned i = 0; i < 3; i++) {
            s[i].ops->grow(&s[i], r);
            total += s[i].ops->area(s + i);
        }
        emit(total);
    }
    s[0].ops = s[1].ops;
    emit(s[0].ops->area(s));
    return 0;
}
