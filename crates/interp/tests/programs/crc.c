void emit(unsigned long long value);
/* Bit fiddling: CRC-32, popcount, bit reversal, Gray code. */
static unsigned crc(const unsigned char *p, unsigned n) {
    unsigned c = ~0u;
    while (n--) {
        c ^= *p++;
        for (int k = 0; k < 8; k++) c = c >> 1 ^ (0xedb88320u & -(c & 1));
    }
    return ~c;
}
static int pop(unsigned x) {
    int n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}
static unsigned rev(unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < 32; i++) r = r << 1 | (x >> i & 1);
    return r;
}
int main(void) {
    emit(crc((const unsigned char *)"123456789", 9));
    emit(pop(0xdeadbeef));
    emit(rev(0x12345678));
    for (unsigned i = 0; i < 8; i++) emit(i ^ i >> 1);
    unsigned x = 0x80000001;
    emit(x << 4 | x >> 28);
    emit((x & -x) == 1);
    return 0;
}
