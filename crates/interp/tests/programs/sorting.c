void emit(unsigned long long value);
/* Quicksort, insertion sort, heap sort agree. */
static void quick(int *a, int lo, int hi) {
    if (lo >= hi) return;
    int p = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (a[i] < p) i++;
        while (a[j] > p) j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quick(a, lo, j);
    quick(a, i, hi);
}
static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int v = a[i], j = i;
        for (; j > 0 && a[j - 1] > v; j--) a[j] = a[j - 1];
        a[j] = v;
    }
}
static void sift(int *a, int i, int n) {
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && a[c + 1] > a[c]) c++;
        if (a[i] >= a[c]) return;
        int t = a[i];
        a[i] = a[c];
        a[c] = t;
    }
}
static void heap(int *a, int n) {
    for (int i = n / 2; i--;) sift(a, i, n);
    while (--n > 0) {
        int t = a[0];
        a[0] = a[n];
        a[n] = t;
        sift(a, 0, n);
    }
}
int main(void) {
    int x[40], y[40], z[40];
    unsigned s = 12345;
    for (int i = 0; i < 40; i++) {
        s = s * 1664525 + 1013904223;
        x[i] = y[i] = z[i] = (int)(s >> 8) % 1000 - 500;
    }
    quick(x, 0, 39);
    insertion(y, 40);
    heap(z, 40);
    for (int i = 0; i < 40; i++) {
        emit(x[i]);
        if (x[i] != y[i] || y[i] != z[i]) emit(-1);
    }
    return 0;
}
