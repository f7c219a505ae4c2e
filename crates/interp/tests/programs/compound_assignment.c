void emit(unsigned long long value);
/* Compound assignment converts once each way and evaluates the left side once. */
static int at;
static int next(void) {
    return at++;
}
int main(void) {
    int a[4] = {10, 20, 30, 40};
    a[next()] += 5;
    a[next()] *= a[next()];
    emit(a[0]);
    emit(a[1]);
    emit(at);
    int i = 7;
    i += 3.9;
    emit(i);
    i -= -0.9;
    emit(i);
    i *= 2.5f;
    emit(i);
    i /= 0.3;
    emit(i);
    i %= 7;
    emit(i);
    i <<= 5;
    emit(i);
    i |= 3;
    i ^= 9;
    i &= ~1;
    emit(i);
    unsigned char c = 250;
    c += 10;
    emit(c);
    c -= 20;
    emit(c);
    c *= 3;
    emit(c);
    c /= 4;
    emit(c);
    c = c << 4 | c >> 4;
    emit(c);
    int *p = a;
    p += 2;
    emit(*p);
    p -= 1;
    emit(*p);
    long long l = 5;
    l = l += 2;
    emit(l);
    int x, y, z;
    x = y = z = 300;
    emit(x + y + z);
    c = x = 1000;
    emit(x + c);
    x = c = 1000;
    emit(x);
    return 0;
}
