void emit(unsigned long long value);
/* Sets as bits of an unsigned long long. */
typedef unsigned long long set;
static set add(set s, int i) {
    return s | 1ULL << i;
}
static int has(set s, int i) {
    return s >> i & 1;
}
static int size(set s) {
    int n = 0;
    while (s) {
        s &= s - 1;
        n++;
    }
    return n;
}
int main(void) {
    set a = 0, b = 0;
    for (int i = 0; i < 64; i += 3) a = add(a, i);
    for (int i = 0; i < 64; i += 5) b = add(b, i);
    emit(a);
    emit(b);
    emit(size(a & b));
    emit(size(a | b));
    emit(size(a ^ b));
    emit(size(a & ~b));
    emit(has(a, 63));
    emit(has(b, 62));
    emit(~a >> 60);
    return 0;
}
