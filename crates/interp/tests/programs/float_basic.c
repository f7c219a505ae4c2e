void emit(unsigned long long value);
/* float arithmetic in its own format. */
int main(void) {
    float a = 0.1f, b = 0.2f, c = a + b;
    emit(*(unsigned *)&c);
    c = a * b - b / a;
    emit(*(unsigned *)&c);
    c = 16777217;
    emit(*(unsigned *)&c);
    c = 1e38f * 10;
    emit(*(unsigned *)&c);
    c = a - a;
    emit(1 / c > 0);
    c = -c;
    emit(1 / c < 0);
    emit(a < b);
    emit(a == 0.1);
    emit(a == 0.1f);
    c = 3.7f;
    emit((int)c);
    emit((int)-c);
    emit((unsigned char)c);
    c++;
    emit(c > 4.5f);
    double d = a;
    emit(*(unsigned long long *)&d);
    c = 1e-45f / 2;
    emit(c == 0);
    c = 5;
    c /= 3;
    c *= 3;
    emit(c == 5);
    return (int)(b * 100);
}
