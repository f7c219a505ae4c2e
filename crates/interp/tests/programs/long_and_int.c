void emit(unsigned long long value);
/* Where long is not int: the two machines differ. */
int main(void) {
    long l = 2147483647;
    unsigned long u = 4294967295u;
    l++;
    u++;
    emit(l);
    emit(u);
    emit(l > 0);
    emit(sizeof l);
    emit((unsigned long)-1 > 4294967295u);
    emit(-1L < 1u);
    emit((long)4294967295u < 0);
    emit((int)(l << 1));
    long m = -1;
    emit((unsigned)m == m);
    emit(m >> (8 * sizeof m - 1));
    emit(1L << 31);
    emit(~0ul >> 1);
    emit(2147483647 + 1L);
    emit((long)1e9 * 4 / 4);
    return 0;
}
