void emit(unsigned long long value);
/* Structures: members, assignment, copies are independent. */
struct point {
    int x, y;
};
struct rect {
    struct point a, b;
    char tag;
};
static struct point add(struct point p, struct point q) {
    p.x += q.x;
    p.y += q.y;
    return p;
}
static int area(const struct rect *r) {
    return (r->b.x - r->a.x) * (r->b.y - r->a.y);
}
int main(void) {
    struct point p = {1, 2}, q = p;
    q.x = 10;
    emit(p.x);
    emit(q.x);
    struct rect r = {{0, 0}, {3, 4}, 'r'};
    emit(area(&r));
    r.b = add(r.b, q);
    emit(area(&r));
    emit(add(p, q).y);
    struct rect s;
    s = r;
    s.a.x = -5;
    emit(r.a.x);
    emit(area(&s));
    struct rect *t = &s;
    t->b.y++;
    emit(s.b.y);
    emit(sizeof r);
    emit((&r)->tag);
    struct point ps[3] = {{1, 2}, {3, 4}};
    ps[2] = ps[1];
    emit(ps[2].x + ps[0].y);
    ps[0] = add(ps[1], ps[2]);
    emit(ps[0].x);
    (*t).a = (struct point){7, 8};
    emit(s.a.y);
    return 0;
}
