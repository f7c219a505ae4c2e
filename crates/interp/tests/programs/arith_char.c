void emit(unsigned long long value);
/* Arithmetic on char types promotes to int. */
int main(void) {
    signed char a = -100, b = 100;
    unsigned char c = 200, d = 250;
    char e = (char)200;
    emit(a + b);
    emit(a - b);
    emit(a * b);
    emit(c + d);
    emit(c * d);
    emit((unsigned char)(c + d));
    emit((signed char)(c + d));
    emit(e);
    emit(e < 0);
    emit(-c);
    emit(~d);
    emit(a / 7);
    emit(a % 7);
    emit(c >> 3);
    emit(a >> 3);
    return (unsigned char)(a + c);
}
