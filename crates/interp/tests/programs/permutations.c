void emit(unsigned long long value);
/* All permutations, by swapping. */
static int n, sum;
static void permute(int *a, int k, int size) {
    if (k == size) {
        int v = 0;
        for (int i = 0; i < size; i++) v = v * 10 + a[i];
        sum = (sum * 7 + v) % 1000003;
        n++;
        return;
    }
    for (int i = k; i < size; i++) {
        int t = a[k];
        a[k] = a[i];
        a[i] = t;
        permute(a, k + 1, size);
        t = a[k];
        a[k] = a[i];
        a[i] = t;
    }
}
int main(void) {
    int a[] = {1, 2, 3, 4, 5};
    permute(a, 0, 5);
    emit(n);
    emit(sum);
    return a[4];
}
