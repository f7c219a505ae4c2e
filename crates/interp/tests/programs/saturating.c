void emit(unsigned long long value);
/* Saturating arithmetic without overflow. */
static int sadd(int a, int b) {
    if (b > 0 && a > 2147483647 - b) return 2147483647;
    if (b < 0 && a < -2147483647 - 1 - b) return -2147483647 - 1;
    return a + b;
}
static unsigned usub(unsigned a, unsigned b) {
    return a > b ? a - b : 0;
}
static short clamp(int x) {
    return x > 32767 ? 32767 : x < -32768 ? -32768 : x;
}
int main(void) {
    emit(sadd(2147483647, 1));
    emit(sadd(-2147483647, -5));
    emit(sadd(5, -7));
    emit(usub(3, 9));
    emit(usub(9, 3));
    emit(clamp(40000));
    emit(clamp(-40000));
    emit(clamp(-7));
    return 0;
}
