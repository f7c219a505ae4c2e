void emit(unsigned long long value);
/* Arrays of variable length. */
static int sum(int n, int m, int a[n][m]) {
    int s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s = s * 3 + a[i][j];
    return s;
}
int main(void) {
    for (int n = 1; n < 5; n++) {
        int a[n];
        for (int i = 0; i < n; i++) a[i] = i * n;
        int s = 0;
        for (int i = 0; i < n; i++) s += a[i];
        emit(s);
        emit(sizeof a);
    }
    int n = 3, m = 4;
    int b[n][m];
    emit(sizeof b);
    emit(sizeof b[0]);
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i][j] = i + j;
    emit(sum(n, m, b));
    n = 100;
    emit(sizeof b);
    int (*p)[m] = b;
    p++;
    emit((*p)[2]);
    emit(&b[2][1] - &b[0][0]);
    typedef char T[m + 1];
    T t;
    m = 50;
    emit(sizeof t);
    emit(sizeof(T));
    emit(sizeof(int[n + 1]));
    char c[m++];
    emit(sizeof c);
    emit(m);
    return 0;
}
