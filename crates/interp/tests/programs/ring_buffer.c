void emit(unsigned long long value);
/* A ring buffer with masks. */
struct ring {
    unsigned head, tail;
    int data[8];
};
static int put(struct ring *r, int v) {
    if (r->head - r->tail == 8) return 0;
    r->data[r->head++ & 7] = v;
    return 1;
}
static int get(struct ring *r, int *v) {
    if (r->head == r->tail) return 0;
    *v = r->data[r->tail++ & 7];
    return 1;
}
int main(void) {
    struct ring r = {4294967290u, 4294967290u};
    int v, s = 0;
    for (int i = 0; i < 30; i++) {
        emit(put(&r, i * i));
        if (i % 3) {
            emit(get(&r, &v));
            s = s * 3 + v;
        }
    } while (get(&r, &v)) s += v;
    emit(s);
    emit(r.head - r.tail);
    return 0;
}
