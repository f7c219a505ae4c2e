void emit(unsigned long long value);
/* Generic containers over void pointers. */
struct vec {
    void *data;
    unsigned n, cap, size;
};
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
static void push(struct vec *v, const void *item) {
    if (v->n == v->cap) {
        v->cap = v->cap ? v->cap * 2 : 1;
        v->data = realloc(v->data, v->cap * v->size);
    }
    __builtin_memcpy((char *)v->data + v->n++ * v->size, item, v->size);
}
static void *at(struct vec *v, unsigned i) {
    return (char *)v->data + i * v->size;
}
int main(void) {
    struct vec v = {.size = sizeof(double)};
    for (int i = 0; i < 9; i++) {
        double d = i * 1.5;
        push(&v, &d);
    }
    emit((long)(*(double *)at(&v, 7) * 10));
    emit(v.cap);
    free(v.data);
    struct pair {
        char c;
        int i;
    };
    struct vec w = {.size = sizeof(struct pair)};
    for (int i = 0; i < 5; i++) push(&w, &(struct pair){'a' + i, i * i});
    emit(((struct pair *)at(&w, 3))->i);
    emit(((struct pair *)w.data)[4].c);
    free(w.data);
    return 0;
}
