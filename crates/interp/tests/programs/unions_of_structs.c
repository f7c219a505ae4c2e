void emit(unsigned long long value);
/* A tagged union: a small expression tree. */
struct expr {
    enum { NUM, ADD, MUL, NEG } kind;
    union {
        int num;
        struct {
            struct expr *l, *r;
        }
        bin;
        struct expr *arg;
    };
};
static int eval(const struct expr *e) {
    switch (e->kind) {
        case NUM:
        return e->num;
        case ADD:
        return eval(e->bin.l) + eval(e->bin.r);
        case MUL:
        return eval(e->bin.l) * eval(e->bin.r);
        case NEG:
        return -eval(e->arg);
    }
    return 0;
}
static int depth(const struct expr *e) {
    int l, r;
    switch (e->kind) {
        default:
        return 1;
        case NEG:
        return 1 + depth(e->arg);
        case ADD:
        case MUL:
        l = depth(e->bin.l);
        r = depth(e->bin.r);
        return 1 + (l > r ? l : r);
    }
}
int main(void) {
    struct expr a = {NUM, {5}}, b = {NUM, .num = 7}, c = {ADD, .bin = {&a, &b}}, d = {NEG, .arg = &c}, e = {MUL, .bin = {&d, &a}};
    emit(eval(&e));
    emit(depth(&e));
    a.num = -2;
    emit(eval(&e));
    e.bin.r = &b;
    emit(eval(&e));
    c = a;
    emit(eval(&d));
    emit(sizeof(struct expr));
    return 0;
}
