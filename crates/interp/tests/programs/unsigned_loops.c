void emit(unsigned long long value);
/* Loops over unsigned counters that wrap, countdowns, strides. */
int main(void) {
    unsigned char u = 250;
    int n = 0;
    while (u >= 200 || u < 10) {
        u++;
        n++;
    }
    emit(n);
    unsigned i;
    for (i = 10; i-- > 0;) n += i;
    emit(n);
    emit(i);
    for (unsigned short s = 65530; s; s++) n++;
    emit(n);
    for (signed char c = 120; c > 0; c++) n += c;
    emit(n);
    for (unsigned long long q = 1; q; q <<= 3) n++;
    emit(n);
    unsigned step = -3;
    for (unsigned j = 20, k = 0; k < 5; j += step, k++) n += j;
    emit(n);
    return 0;
}
