void emit(unsigned long long value);
/* Designated and nested initialisers, brace elision. */
struct in {
    char c;
    int v[2];
};
struct out {
    int a;
    struct in b;
    struct in d[2];
    double e;
};
static struct out g = {1, {'x', {2, 3}}, {{'y'}, {'z', {4}}}, 2.5};
struct out h = {.e = 1.5, .b.v[1] = 9, .d[1] = {.c = 'q'}, 7.0};
int main(void) {
    emit(g.b.v[1]);
    emit(g.d[1].v[0]);
    emit(g.d[0].v[0]);
    emit(g.e * 2);
    emit(h.a);
    emit(h.b.v[1]);
    emit(h.d[1].c);
    emit(h.e);
    struct out l = {1, 'a', 2, 3, 'b', 4, 5, 'c', 6, 7, 8};
    emit(l.d[1].v[1]);
    emit(l.e);
    emit(l.d[0].c);
    struct in i = {.v = {[1] = 5}};
    emit(i.c + i.v[0] + i.v[1]);
    struct out m = {.b = i, .a = 3};
    emit(m.b.v[1]);
    struct in old = {c: 'k', v: {1, 2}};
    emit(old.c + old.v[1]);
    return 0;
}
