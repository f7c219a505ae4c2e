void emit(unsigned long long value);
/* Arrays in structures in arrays. */
struct in {
    int v[2][3];
};
struct out {
    struct in i[2];
    int n;
};
int main(void) {
    struct out o[2] = {{{{{{1, 2, 3}, {4, 5, 6}}}, {{{7}}}}, 9}};
    o[1] = o[0];
    o[1].i[1].v[1][2] = 50;
    o[1].i[0].v[0][1] += o[0].i[0].v[1][1];
    emit(o[1].i[0].v[0][1]);
    emit(o[0].i[1].v[1][2]);
    emit(o[1].i[1].v[1][2]);
    int *p = o[1].i[0].v[1];
    emit(p[-2]);
    int (*r)[3] = o[0].i[1].v;
    emit(r[0][0]);
    struct in *q = &o[0].i[1];
    q--;
    emit(q->v[1][0]);
    emit(sizeof o / sizeof o[0].i[0].v[0][0]);
    return o[0].n;
}
