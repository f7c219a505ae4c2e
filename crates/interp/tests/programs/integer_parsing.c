void emit(unsigned long long value);
/* strtol by hand, every base, with overflow checks. */
static long parse(const char *s, int base, int *ok) {
    int neg = 0;
    unsigned long v = 0;
    *ok = 1;
    while (*s == ' ') s++;
    if (*s == '+' || *s == '-') neg = *s++ == '-';
    if (base == 0) {
        base = 10;
        if (*s == '0') {
            base = 8;
            s++;
            if (*s == 'x' || *s == 'X') {
                base = 16;
                s++;
            }
        }
    }
    for (;; s++) {
        int d = *s >= '0' && *s <= '9' ? *s - '0' : *s >= 'a' && *s <= 'z' ? *s - 'a' + 10 : *s >= 'A' && *s <= 'Z' ? *s - 'A' + 10 : 99;
        if (d >= base) break;
        if (v > (~0ul >> 1) / base) {
            *ok = 0;
        }
        v = v * base + d;
    }
    if (*s) *ok = 0;
    return neg ? -v : v;
}
int main(void) {
    const char *in[] = {"42", "  -17", "0x1F", "0777", "9z", "99999999999999999999", "-0", "+8"};
    for (int i = 0; i < 8; i++) {
        int ok;
        emit(parse(in[i], 0, &ok));
        emit(ok);
    }
    int ok;
    emit(parse("zz", 36, &ok));
    emit(parse("1011", 2, &ok));
    return 0;
}
