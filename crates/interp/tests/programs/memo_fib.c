void emit(unsigned long long value);
/* Memoised recursion with a static table; a generator with static state. */
static unsigned long long fib(int n) {
    static unsigned long long memo[94];
    if (n < 2) return n;
    if (memo[n]) return memo[n];
    return memo[n] = fib(n - 1) + fib(n - 2);
}
static int gen(int reset) {
    static int a, b = 1;
    if (reset) {
        a = 0;
        b = 1;
        return 0;
    }
    int t = a;
    a = b;
    b = t + b;
    return t;
}
int main(void) {
    for (int i = 0; i < 94; i += 7) emit(fib(i));
    for (int i = 0; i < 10; i++) emit(gen(i == 5));
    return 0;
}
