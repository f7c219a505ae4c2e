void emit(unsigned long long value);
/* NaN, infinities, signed zeros in comparisons. */
int main(void) {
    double z = 0, n = z / z, i = 1 / z, m = -z;
    emit(n == n);
    emit(n != n);
    emit(n < 1);
    emit(n >= 1);
    emit(!(n < 1));
    emit(!n);
    emit(n && 1);
    emit(i > 1e308);
    emit(-i < -1e308);
    emit(i == i);
    emit(i - i != i - i);
    emit(m == z);
    emit(1 / m == -i);
    emit(z ? 1 : 2);
    emit(m ? 1 : 2);
    emit(n ? 1 : 2);
    if (m) emit(3);
    else emit(4);
    while (m) emit(5);
    emit(__builtin_isnan(n));
    emit(__builtin_isinf_sign(-i));
    emit(__builtin_signbit(m) != 0);
    emit(__builtin_isnan(i));
    emit(__builtin_isgreater(n, 1.0));
    emit(__builtin_isunordered(n, z));
    float f = n;
    emit(f != f);
    return 0;
}
