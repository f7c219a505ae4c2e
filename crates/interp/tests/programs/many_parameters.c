void emit(unsigned long long value);
/* Many parameters of mixed types. */
static long long many(char a, short b, int c, long d, long long e, float f, double g, unsigned char h, _Bool i, const char *j, int k[], long double l, unsigned m, int n) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + (long long)(f * 6) + (long long)(g * 7) + h * 8 + i * 9 + j[1] * 10 + k[2] * 11 + (long long)(l * 12) + m * 13ll + n * 14;
}
int main(void) {
    int k[] = {1, 2, 3};
    emit(many(1, 2, 3, 4, 5, 6.5f, 7.25, 8, 9, "xyz", k, 10.5L, 11, -12));
    emit(many(-1, -2, -3, -4, -5, -6.5f, -7.25, -8, 0, "abc", k, -10.5L, -11, 12));
    emit(many(300, 70000, 1ll << 33, 1, 1, 1, 1, 256 + 7, 256, "\0\1", k, 0, -1, 0));
    return 0;
}
