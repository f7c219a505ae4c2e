void emit(unsigned long long value);
/* Parameters are the callee's own. */
static int f(int n, int a[], struct { int v; } *unused) {
    n *= 2;
    a[0] += n;
    a++;
    a[0] = 9;
    return n;
}
static void swap(int a, int b) {
    int t = a;
    a = b;
    b = t;
}
static void pswap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
static unsigned char narrow(unsigned char c) {
    return c + 1;
}
static int arr(int a[static 2], int n) {
    return sizeof a == sizeof(int *) ? a[n] : -1;
}
int main(void) {
    int n = 4, a[] = {1, 2};
    emit(f(n, a, 0));
    emit(n);
    emit(a[0]);
    emit(a[1]);
    int x = 1, y = 2;
    swap(x, y);
    emit(x);
    pswap(&x, &y);
    emit(x);
    emit(narrow(255));
    emit(narrow(511));
    emit(arr(a, 1));
    return 0;
}
