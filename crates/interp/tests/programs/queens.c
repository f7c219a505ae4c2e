void emit(unsigned long long value);
/* Eight queens by backtracking. */
static int place(int row, unsigned cols, unsigned d1, unsigned d2, int n) {
    if (row == n) return 1;
    int count = 0;
    for (int c = 0; c < n; c++) {
        unsigned a = 1u << c, b = 1u << (row + c), d = 1u << (row - c + n);
        if (cols & a || d1 & b || d2 & d) continue;
        count += place(row + 1, cols | a, d1 | b, d2 | d, n);
    }
    return count;
}
int main(void) {
    for (int n = 1; n < 7; n++) emit(place(0, 0, 0, 0, n));
    return place(0, 0, 0, 0, 6);
}
