void emit(unsigned long long value);
/* short and unsigned short, compound assignment narrows. */
int main(void) {
    short s = 30000;
    unsigned short u = 60000;
    s += 10000;
    emit(s);
    u += 10000;
    emit(u);
    s *= 3;
    emit(s);
    u *= u;
    emit(u);
    s >>= 2;
    emit(s);
    u >>= 2;
    emit(u);
    s = -1;
    emit(s == u);
    u = s;
    emit(u);
    emit(s < u);
    emit(s++ + ++u);
    return 0;
}
