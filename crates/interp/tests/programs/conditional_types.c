void emit(unsigned long long value);
/* Types of ?: with pointers, void, structures and mixed arithmetic. */
struct s {
    int v[3];
};
static int n;
static void inc(void) {
    n++;
}
static void dec(void) {
    n -= 10;
}
int main(void) {
    int a[3] = {1, 2, 3};
    const int *p = n ? a : 0;
    emit(!p);
    void *v = n == 0 ? (void *)a : (void *)0;
    emit(*(int *)v);
    n ? inc() : dec();
    emit(n);
    struct s x = {{1, 2, 3}}, y = {{4, 5, 6}};
    emit((n < 0 ? y : x).v[1]);
    emit(*(n < 0 ? a + 1 : a));
    emit((n ? 1 : 2.5) == 1);
    emit(sizeof(n ? (short)1 : (char)2));
    emit((n ? -1 : 0u) > 5);
    (n ? a : &n)[2] = 50;
    emit(a[2]);
    emit((n > 0 ? "pos" : n < 0 ? "neg" : "zero")[1]);
    int (*f)(void) = n ? main : 0;
    emit(f == main);
    return 0;
}
