void emit(unsigned long long value);
/* Generators of pseudo-random numbers. */
static unsigned long long s[2] = {1, 2};
static unsigned long long xorshift(void) {
    unsigned long long a = s[0], b = s[1];
    s[0] = b;
    a ^= a << 23;
    s[1] = a ^ b ^ a >> 18 ^ b >> 5;
    return s[1] + b;
}
static unsigned mwc(unsigned *z, unsigned *w) {
    *z = 36969 * (*z & 65535) + (*z >> 16);
    *w = 18000 * (*w & 65535) + (*w >> 16);
    return (*z << 16) + *w;
}
int main(void) {
    for (int i = 0; i < 10; i++) emit(xorshift());
    unsigned z = 362436069, w = 521288629;
    for (int i = 0; i < 10; i++) emit(mwc(&z, &w));
    int x = 0, y = 0;
    for (int i = 0; i < 500; i++) switch (xorshift() % 4) {
        case 0:
        x++;
        break;
        case 1:
        x--;
        break;
        case 2:
        y++;
        break;
        default:
        y--;
    }
    emit(x);
    emit(y);
    return 0;
}
