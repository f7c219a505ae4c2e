void emit(unsigned long long value);
/* Loops with break, continue and missing parts. */
int main(void) {
    int s = 0;
    for (int i = 0; i < 20; i++) {
        if (i == 3) continue;
        if (i == 15) break;
        s += i;
    }
    emit(s);
    int n = 0;
    for (;;) {
        if (++n > 9) break;
    }
    emit(n);
    for (int i = 10; i--;) s ^= i << n;
    emit(s);
    for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) {
        if (j == i) continue;
        if (j > i + 1) break;
        s = s * 3 + i * j;
    }
    emit(s);
    int i = 5;
    for (int i = 0; i < 3; i++) s += i;
    emit(i + s);
    for (unsigned char c = 250; c > 240; c++) s++;
    emit(s);
    return 0;
}
