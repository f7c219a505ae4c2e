void emit(unsigned long long value);
/* Copies through pointers, overlapping members of an array of structures. */
struct s {
    short a;
    int b[3];
    char c;
};
int main(void) {
    struct s v[4] = {{1, {2, 3, 4}, 'a'}, {5, {6, 7, 8}, 'b'}};
    struct s *p = v, *q = &v[3];
    *q-- = *p++;
    *q = *p;
    q->b[1] = 70;
    emit(v[3].b[2]);
    emit(v[2].b[1]);
    emit(v[1].b[1]);
    v[0] = v[0];
    emit(v[0].c);
    p = v + 2;
    emit(p->a);
    emit((p - 1)->c);
    emit(p[1].a);
    emit((*(p + 1)).b[0]);
    return 0;
}
