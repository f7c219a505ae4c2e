void emit(unsigned long long value);
/* Compound literals. */
struct p {
    int x, y;
};
static int sum(struct p p) {
    return p.x * 10 + p.y;
}
static int total(const int *a, int n) {
    int s = 0;
    while (n--) s += *a++;
    return s;
}
static int *g = (int[]){4, 5, 6};
static struct p *gp = &(struct p){7, 8};
int main(void) {
    emit(sum((struct p){1, 2}));
    emit(sum((struct p){.y = 9}));
    emit(total((int[]){1, 2, 3}, 3));
    int *p = (int[4]){5};
    p[3] = 2;
    emit(total(p, 4));
    struct p *q = &(struct p){3, 4};
    q->x++;
    emit(sum(*q));
    emit((int){7} + ((struct p){5, 6}).y);
    emit(g[2]);
    emit(gp->y);
    emit(((char[]){"abc"})[1]);
    emit(sizeof((int[]){1, 2, 3}));
    for (int i = 0; i < 3; i++) {
        int *r = (int[2]){i};
        r[0] += 5;
        r[1] += r[0];
        emit(r[1]);
    }
    (struct p){
        1, 1
    }
    = (struct p){2, 2};
    emit(*(const char *)&(int){65});
    return 0;
}
