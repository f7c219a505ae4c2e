void emit(unsigned long long value);
/* Adler-32, Fletcher, FNV over computed data in several strides. */
int main(void) {
    unsigned char d[300];
    for (int i = 0; i < 300; i++) d[i] = i * i ^ i >> 3;
    unsigned a = 1, b = 0;
    for (int i = 0; i < 300; i++) {
        a = (a + d[i]) % 65521;
        b = (b + a) % 65521;
    }
    emit(b << 16 | a);
    unsigned short s1 = 0, s2 = 0;
    for (unsigned char *p = d; p < d + 300; p++) {
        s1 = (s1 + *p) % 255;
        s2 = (s2 + s1) % 255;
    }
    emit(s2 << 8 | s1);
    unsigned long long h = 14695981039346656037ull;
    for (int i = 0; i < 300; i += 7) h = (h ^ d[i]) * 1099511628211ull;
    emit(h);
    unsigned x = 0;
    for (int i = 299; i >= 0; i--) x = (x << 5) + x + d[i];
    emit(x);
    return x & 0x7f;
}
