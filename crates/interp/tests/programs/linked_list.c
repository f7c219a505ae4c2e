void emit(unsigned long long value);
/* A list on the heap. */
void *malloc(__SIZE_TYPE__);
void free(void *);
struct node {
    int value;
    struct node *next;
};
static struct node *push(struct node *head, int v) {
    struct node *n = malloc(sizeof *n);
    n->value = v;
    n->next = head;
    return n;
}
static struct node *reverse(struct node *h) {
    struct node *r = 0;
    while (h) {
        struct node *n = h->next;
        h->next = r;
        r = h;
        h = n;
    }
    return r;
}
static struct node *sort(struct node *h) {
    struct node *r = 0;
    while (h) {
        struct node *n = h->next, **p = &r;
        while (*p && (*p)->value < h->value) p = &(*p)->next;
        h->next = *p;
        *p = h;
        h = n;
    }
    return r;
}
int main(void) {
    struct node *l = 0;
    unsigned x = 7;
    for (int i = 0; i < 12; i++) {
        x = x * 1103515245u + 12345;
        l = push(l, x >> 16 & 0xff);
    }
    l = reverse(l);
    for (struct node *n = l; n; n = n->next) emit(n->value);
    l = sort(l);
    int last = -1;
    for (struct node *n = l; n; n = n->next) {
        emit(n->value >= last);
        last = n->value;
        emit(last);
    } while (l) {
        struct node *n = l->next;
        free(l);
        l = n;
    }
    return 0;
}
