void emit(unsigned long long value);
/* Shifts of every width; the result has the promoted left type. */
int main(void) {
    for (int i = 0; i < 32; i += 5) {
        emit(1u << i);
        emit(-1 << i);
        emit(0x80000000u >> i);
        emit((-2147483647 - 1) >> i);
        emit((unsigned char)0xff << i >> 3);
    }
    for (int i = 0; i < 64; i += 9) {
        emit(1ull << i);
        emit(-1ll >> i);
        emit(~0ull >> i);
        emit((long long)0xf000000000000000ull >> i);
    }
    unsigned char c = 3;
    c <<= 7;
    emit(c);
    short s = -9;
    s >>= (char)2;
    emit(s);
    emit(1 << (long long)4);
    emit(sizeof((char)1 << 1ll));
    return 0;
}
