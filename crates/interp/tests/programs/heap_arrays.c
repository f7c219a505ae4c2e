void emit(unsigned long long value);
/* malloc, calloc, realloc. */
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
int main(void) {
    int *a = malloc(4 * sizeof *a);
    for (int i = 0; i < 4; i++) a[i] = i + 1;
    a = realloc(a, 10 * sizeof(int));
    for (int i = 4; i < 10; i++) a[i] = a[i - 1] + a[i - 2];
    for (int i = 0; i < 10; i++) emit(a[i]);
    a = realloc(a, 2 * sizeof(int));
    emit(a[0] + a[1]);
    free(a);
    char *z = calloc(10, 3);
    int s = 0;
    for (int i = 0; i < 30; i++) s += z[i];
    emit(s);
    free(z);
    free(0);
    int **m = malloc(3 * sizeof *m);
    for (int i = 0; i < 3; i++) {
        m[i] = calloc(3, sizeof **m);
        for (int j = 0; j <= i; j++) m[i][j] = i * 3 + j;
    }
    emit(m[2][1] + m[1][2] + m[1][1]);
    for (int i = 0; i < 3; i++) free(m[i]);
    free(m);
    int *n = realloc(0, 8);
    n[1] = 5;
    emit(n[1]);
    free(n);
    return 0;
}
