void emit(unsigned long long value);
/* fabs, sqrt, floor and their kin. */
static void put(double d) {
    unsigned long long u;
    __builtin_memcpy(&u, &d, 8);
    emit(u);
}
int main(void) {
    volatile double v[] = {2, 2.5, -2.5, 0.5, -0.5, 1e20, -3.7, 0};
    for (int i = 0; i < 8; i++) {
        double d = v[i];
        put(__builtin_fabs(d));
        put(d < 0 ? 0 : __builtin_sqrt(d));
        put(__builtin_copysign(3, d));
        emit(__builtin_signbit(d) != 0);
        emit(!!__builtin_isfinite(d));
    }
    put(__builtin_huge_val());
    put(__builtin_inf());
    emit(__builtin_nan("") != __builtin_nan(""));
    emit(__builtin_fabsf(-1.5f) == 1.5f);
    return 0;
}
