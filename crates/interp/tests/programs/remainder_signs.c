void emit(unsigned long long value);
/* Floor division and modulus built from C's. */
static int fdiv(int a, int b) {
    int q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}
static int mod(int a, int b) {
    return a - fdiv(a, b) * b;
}
int main(void) {
    for (int a = -7; a < 8; a += 2) for (int b = -3; b < 4; b++) if (b) {
        emit(fdiv(a, b));
        emit(mod(a, b));
        emit(a / b * b + a % b == a);
    }
    long long x = -9223372036854775807LL - 1;
    emit(x / 3);
    emit(x % 10);
    emit(x / 2 * 2 == x);
    unsigned char c = 200;
    emit(-c / 7);
    emit(-c % 7);
    emit(c / -7u > 0);
    return 0;
}
