void emit(unsigned long long value);
/* Static locals keep their value and are initialised once. */
static int counter(int step) {
    static int n = 100;
    static int calls;
    calls++;
    n += step;
    return n * 10 + calls;
}
static int *cell(int i) {
    static int a[4] = {1, 2, 3, 4};
    return &a[i];
}
static int fact(int n) {
    static int depth;
    int r;
    depth++;
    r = n < 2 ? depth : n * fact(n - 1);
    depth--;
    return r;
}
int main(void) {
    emit(counter(1));
    emit(counter(2));
    emit(counter(-50));
    *cell(2) = 30;
    *cell(3) += *cell(2);
    emit(*cell(3));
    emit(fact(4));
    emit(fact(3));
    for (int i = 0; i < 3; i++) {
        static int k = 5;
        k += i;
        emit(k);
        {
            static int k = 50;
            k--;
            emit(k);
        }
    }
    return 0;
}
