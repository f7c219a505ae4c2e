void emit(unsigned long long value);
/* Recursion. */
static unsigned long long fact(unsigned n) {
    return n < 2 ? 1 : n * fact(n - 1);
}
static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
static int ack(int m, int n) {
    if (!m) return n + 1;
    if (!n) return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}
static int gcd(int a, int b) {
    return b ? gcd(b, a % b) : a;
}
int main(void) {
    for (int i = 0; i < 21; i++) emit(fact(i));
    emit(fib(15));
    emit(ack(2, 5));
    emit(gcd(1071, 462));
    return 0;
}
