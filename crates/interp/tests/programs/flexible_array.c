void emit(unsigned long long value);
/* A flexible array member on the heap. */
void *malloc(__SIZE_TYPE__);
void free(void *);
struct f {
    int n;
    short v[];
};
int main(void) {
    struct f *p = malloc(sizeof *p + 5 * sizeof(short));
    p->n = 5;
    for (int i = 0; i < p->n; i++) p->v[i] = i * i - 3;
    int s = 0;
    for (int i = 0; i < p->n; i++) s += p->v[i];
    emit(s);
    emit(sizeof *p);
    struct f h = *p;
    emit(h.n);
    free(p);
    return 0;
}
