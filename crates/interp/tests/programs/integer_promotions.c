void emit(unsigned long long value);
/* Promotions of small types in every context. */
int main(void) {
    unsigned char a = 255, b = 1;
    signed char c = -1;
    unsigned short s = 65535;
    emit(a + b);
    emit((unsigned char)(a + b));
    emit(a == (unsigned char)c);
    emit(a == c);
    emit(~a);
    emit(-a);
    emit(a << 8);
    emit(s * 2);
    emit((s << 16) < 0);
    emit(a > c);
    emit(s > c);
    emit(!a);
    emit(a ? c : s);
    emit(sizeof(a ? a : b));
    emit(+c);
    emit(c >> 7);
    emit(a >> 4);
    emit((c & 0xff) == a);
    a += b;
    emit(a);
    a -= 1;
    emit(a);
    s += c;
    emit(s);
    c -= 200;
    emit(c);
    emit(a++ == 255 && a == 0);
    emit(sizeof(c + c));
    switch (c) {
        case 55:
        emit(1);
    }
    return a;
}
