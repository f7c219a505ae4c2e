void emit(unsigned long long value);
/* Encoding and decoding of UTF-8. */
static int enc(unsigned c, unsigned char *o) {
    if (c < 0x80) return o[0] = c, 1;
    if (c < 0x800) return o[0] = 0xc0 | c >> 6, o[1] = 0x80 | c & 63, 2;
    if (c < 0x10000) {
        o[0] = 0xe0 | c >> 12;
        o[1] = 0x80 | c >> 6 & 63;
        o[2] = 0x80 | c & 63;
        return 3;
    }
    o[0] = 0xf0 | c >> 18;
    o[1] = 0x80 | c >> 12 & 63;
    o[2] = 0x80 | c >> 6 & 63;
    o[3] = 0x80 | c & 63;
    return 4;
}
static unsigned dec(const unsigned char *s, int *n) {
    if (*s < 0x80) return *n = 1, *s;
    int k = *s >= 0xf0 ? 3 : *s >= 0xe0 ? 2 : 1;
    unsigned c = *s & 0x3f >> k;
    for (int i = 1; i <= k; i++) c = c << 6 | s[i] & 63;
    *n = k + 1;
    return c;
}
int main(void) {
    unsigned cs[] = {'A', 0xe9, 0x20ac, 0x1f600, 0x7ff, 0x800, 0xffff, 0x10ffff};
    for (int i = 0; i < 8; i++) {
        unsigned char b[4];
        int n = enc(cs[i], b), m;
        for (int j = 0; j < n; j++) emit(b[j]);
        emit(dec(b, &m) == cs[i]);
        emit(m == n);
    }
    const unsigned char *s = (const unsigned char *)u8"\u00fc\U0001F600x";
    int n;
    emit(dec(s, &n));
    emit(dec(s + n, &n));
    return 0;
}
