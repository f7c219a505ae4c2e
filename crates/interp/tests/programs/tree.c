void emit(unsigned long long value);
/* A binary search tree with deletion. */
void *malloc(__SIZE_TYPE__);
void free(void *);
struct t {
    int k;
    struct t *l, *r;
};
static void insert(struct t **p, int k) {
    while (*p) p = k < (*p)->k ? &(*p)->l : &(*p)->r;
    *p = malloc(sizeof **p);
    **p = (struct t){k};
}
static void erase(struct t **p, int k) {
    while (*p && (*p)->k != k) p = k < (*p)->k ? &(*p)->l : &(*p)->r;
    if (!*p) return;
    struct t *d = *p;
    if (!d->l) *p = d->r;
    else if (!d->r) *p = d->l;
    else {
        struct t **m = &d->r;
        while ((*m)->l) m = &(*m)->l;
        struct t *s = *m;
        *m = s->r;
        s->l = d->l;
        s->r = d->r;
        *p = s;
    }
    free(d);
}
static int walk(struct t *t, int depth) {
    if (!t) return 0;
    int s = walk(t->l, depth + 1);
    emit(t->k * 100 + depth);
    return s + walk(t->r, depth + 1) + 1;
}
int main(void) {
    struct t *root = 0;
    int ks[] = {50, 30, 70, 20, 40, 60, 80, 35, 45};
    for (int i = 0; i < 9; i++) insert(&root, ks[i]);
    emit(walk(root, 0));
    erase(&root, 30);
    erase(&root, 50);
    erase(&root, 99);
    erase(&root, 20);
    emit(walk(root, 0));
    return root->k;
}
