void emit(unsigned long long value);
/* Precedence and associativity of every operator. */
int main(void) {
    int a = 7, b = 3, c = 2, d = 5;
    emit(a - b - c);
    emit(a / b * c);
    emit(a % b * c);
    emit(a - b * c + d);
    emit(a << b - c);
    emit(a < b == c > d);
    emit(a & b == c);
    emit(a ^ b & c | d);
    emit(a | b && c ^ 2);
    emit(a && b || c && 0);
    emit(a = b = c);
    emit(a += b *= 2);
    emit(a ? b : c ? d : a);
    emit(-a % b);
    emit(!a + b);
    emit(~a & 15);
    emit((a, b) + 1);
    emit(a > b > c);
    emit(a == b != c);
    emit(a >> 1 << 2);
    emit(- -a);
    emit(d - -c);
    emit(1 + 2 * 3 - 4 / 2 % 3 << 1 > 5 & 1 | 8 ^ 3);
    return 0;
}
