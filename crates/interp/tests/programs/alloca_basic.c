void emit(unsigned long long value);
/* alloca: memory that lives until the function returns. */
static int f(int n) {
    int *p[4];
    for (int i = 0; i < 4; i++) {
        p[i] = __builtin_alloca(n * sizeof(int));
        for (int j = 0; j < n; j++) p[i][j] = i * n + j;
    }
    int s = 0;
    for (int i = 0; i < 4; i++) for (int j = 0; j < n; j++) s = (s * 7 + p[i][j]) % 10007;
    return n > 1 ? s + f(n - 1) : s;
}
int main(void) {
    emit(f(6));
    return 0;
}
