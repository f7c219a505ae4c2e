void emit(unsigned long long value);
/* Comparisons give int 0 or 1, and chain as C says. */
int main(void) {
    int a = 3, b = 5, c = 4;
    unsigned u = 2;
    emit(a < b);
    emit(a > b);
    emit(a <= 3);
    emit(b >= 6);
    emit(a == 3);
    emit(a != 3);
    emit(a < b < c);
    emit(3 > 2 > 1);
    emit((a < b) + (b < c) * 2);
    emit(-1 < u);
    emit(sizeof(a < b));
    emit(!a == 0);
    emit(!(a == 0));
    emit(a - b < 0u);
    return 0;
}
