void emit(unsigned long long value);
/* Tables of pointers, argument vectors, pointer swaps. */
static int count(char **v) {
    int n = 0;
    while (*v++) n++;
    return n;
}
static void sort(const char **v, int n) {
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) {
        const char *a = v[i], *b = v[j];
        while (*a && *a == *b) a++, b++;
        if (*a > *b) {
            a = v[i];
            v[i] = v[j];
            v[j] = a;
        }
    }
}
static void alloc(int **out, int *storage) {
    *out = storage;
    **out = 42;
}
int main(void) {
    char *argv[] = {"prog", "-x", "file", 0};
    emit(count(argv));
    const char *w[] = {"pear", "apple", "fig", "app", "zoo"};
    sort(w, 5);
    for (int i = 0; i < 5; i++) emit(w[i][0] * 256 + w[i][1]);
    int s, *p;
    alloc(&p, &s);
    emit(s);
    int a = 1, b = 2, *x = &a, *y = &b, **px = &x, **py = &y, *t = *px;
    *px = *py;
    *py = t;
    emit(*x * 10 + *y);
    int ***ppp = &px;
    ***ppp = 9;
    emit(b);
    return argv[1][1];
}
