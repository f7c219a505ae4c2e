void emit(unsigned long long value);
/* Calendar arithmetic with nested conditionals. */
static int leap(int y) {
    return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}
static int days(int m, int y) {
    return m == 2 ? 28 + leap(y) : m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;
}
static long serial(int y, int m, int d) {
    long n = 0;
    for (int i = 1970; i < y; i++) n += 365 + leap(i);
    for (int i = 1; i < m; i++) n += days(i, y);
    return n + d - 1;
}
int main(void) {
    emit(serial(1970, 1, 1));
    emit(serial(2000, 2, 29));
    emit(serial(2024, 12, 31));
    emit(serial(2100, 3, 1));
    for (int m = 1; m <= 12; m++) emit((serial(2023, m, 13) + 4) % 7);
    return 0;
}
