void emit(unsigned long long value);
/* Callbacks with void pointers: a sort of one's own. */
static void swap(void *a, void *b, unsigned n) {
    char *x = a, *y = b;
    while (n--) {
        char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}
static void sort(void *base, unsigned n, unsigned size, int (*cmp)(const void *, const void *)) {
    for (unsigned i = 0; i + 1 < n; i++) for (unsigned j = 0; j + 1 < n - i; j++) {
        char *p = (char *)base + j * size;
        if (cmp(p, p + size) > 0) swap(p, p + size, size);
    }
}
static int by_int(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
static int by_double(const void *a, const void *b) {
    double x = *(double *)a, y = *(double *)b;
    return (x < y) - (x > y);
}
int main(void) {
    int a[] = {5, 3, 9, -1, 7, 0};
    sort(a, 6, sizeof *a, by_int);
    for (int i = 0; i < 6; i++) emit(a[i]);
    double d[] = {1.5, -2, 8, 0.25};
    sort(d, 4, sizeof *d, by_double);
    for (int i = 0; i < 4; i++) emit((long long)(d[i] * 4));
    return 0;
}
