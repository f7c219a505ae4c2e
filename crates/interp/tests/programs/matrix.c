void emit(unsigned long long value);
/* Matrix product and determinant. */
#define N 4
typedef long mat[N][N];
static void mul(mat r, mat a, mat b) {
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) {
        r[i][j] = 0;
        for (int k = 0; k < N; k++) r[i][j] += a[i][k] * b[k][j];
    }
}
static long det(long *a, int n) {
    if (n == 1) return a[0];
    long d = 0;
    for (int c = 0; c < n; c++) {
        long m[9];
        int k = 0;
        for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) if (j != c) m[k++] = a[i * n + j];
        d += (c % 2 ? -1 : 1) * a[c] * det(m, n - 1);
    }
    return d;
}
int main(void) {
    mat a = {{1, 2, 3, 4}, {5, 6, 7, 9}, {2, 2, 1, 3}, {4, 0, 5, 1}}, b, c;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) b[i][j] = i == j ? 2 : i - j;
    mul(c, a, b);
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) emit(c[i][j]);
    emit(det(&a[0][0], 4));
    emit(det(*c, 4));
    return 0;
}
