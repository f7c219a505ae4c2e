void emit(unsigned long long value);
/* Unsigned arithmetic is modulo 2^n. */
int main(void) {
    unsigned u = 4000000000u, v = 3;
    unsigned long l = 18;
    unsigned long long q = 18446744073709551615ull;
    emit(u + u);
    emit(v - u);
    emit(u * v);
    emit(u / v);
    emit(u % v);
    emit(-v);
    emit(~l);
    emit(l - 19);
    emit(q * q);
    emit(q / 10);
    emit(q % 1000);
    emit(u > -1);
    emit(v < -1);
    emit(q == -1);
    emit(1u - 2 < 0);
    return 0;
}
