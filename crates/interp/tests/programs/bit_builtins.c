void emit(unsigned long long value);
/* Counting and swapping builtins. */
int main(void) {
    unsigned u[] = {1, 0x80000000u, 0x00f0, 0xffffffffu, 12345};
    for (int i = 0; i < 5; i++) {
        emit(__builtin_clz(u[i]));
        emit(__builtin_ctz(u[i]));
        emit(__builtin_popcount(u[i]));
        emit(__builtin_parity(u[i]));
        emit(__builtin_ffs(u[i]));
        emit(__builtin_bswap32(u[i]));
        emit(__builtin_clzll(u[i]));
        emit(__builtin_ctzll((unsigned long long)u[i] << 20));
        emit(__builtin_popcountll(u[i] * 0x100000001ull));
        emit(__builtin_popcountl(u[i]));
    }
    emit(__builtin_bswap64(0x0102030405060708ull));
    emit(__builtin_bswap16(0x1234));
    emit(__builtin_ffs(0));
    emit(__builtin_ffsll(1ll << 40));
    emit(__builtin_parityll(7ll << 33));
    return 0;
}
