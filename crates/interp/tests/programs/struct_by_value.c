void emit(unsigned long long value);
/* Structures as arguments and results, also large ones and nested calls. */
struct big {
    int v[20];
    long long t;
};
struct small {
    char a, b, c;
};
typedef struct {
    double x;
    int n;
}
mixed;
static struct big make(int seed) {
    struct big b;
    for (int i = 0; i < 20; i++) b.v[i] = seed * i;
    b.t = seed;
    return b;
}
static int sum(struct big b) {
    int s = 0;
    for (int i = 0; i < 20; i++) s += b.v[i];
    b.v[0] = 999;
    return s + (int)b.t;
}
static struct small rot(struct small s) {
    struct small r = {s.b, s.c, s.a};
    return r;
}
static mixed half(mixed m) {
    m.x /= 2;
    m.n--;
    return m.n ? half(m) : m;
}
int main(void) {
    struct big b = make(3);
    emit(sum(b));
    emit(b.v[0]);
    emit(sum(make(sum(b))));
    emit(make(7).v[19]);
    struct small s = {1, 2, 3};
    s = rot(rot(s));
    emit(s.a * 100 + s.b * 10 + s.c);
    emit(half((mixed){80, 3}).x);
    struct big c;
    c = b = make(2);
    emit(c.v[5] + b.v[6]);
    struct big *p = &b;
    *p = make(1);
    emit(sum(*p));
    return 0;
}
