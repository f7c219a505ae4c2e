void emit(unsigned long long value);
/* __builtin_*_overflow. */
int main(void) {
    int r;
    unsigned u;
    long long l;
    unsigned char c;
    emit(__builtin_add_overflow(2147483647, 1, &r));
    emit(r);
    emit(__builtin_add_overflow(1, 2, &r));
    emit(r);
    emit(__builtin_sub_overflow(1u, 2u, &u));
    emit(u);
    emit(__builtin_mul_overflow(1LL << 40, 1LL << 30, &l));
    emit(l);
    emit(__builtin_mul_overflow(3, 100, &c));
    emit(c);
    emit(__builtin_sub_overflow(3, 5, &u));
    emit(u);
    emit(__builtin_add_overflow(-1, 1u, &r));
    emit(r);
    emit(__builtin_smul_overflow(65536, 65536, &r));
    emit(r);
    emit(__builtin_uadd_overflow(4294967295u, 1u, &u));
    emit(u);
    emit(__builtin_saddll_overflow(9223372036854775807ll, 1, &l));
    emit(l);
    return 0;
}
