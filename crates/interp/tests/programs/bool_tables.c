void emit(unsigned long long value);
/* Truth tables and De Morgan with every operator. */
int main(void) {
    for (int a = 0; a < 2; a++) for (int b = 0; b < 2; b++) for (int c = 0; c < 2; c++) {
        emit((a && b || c) == !(!(a && b) && !c));
        emit((a & b | c) == !!((a && b) || c));
        emit((a ^ b ^ c) == ((a + b + c) & 1));
        emit(a ? b : c);
        emit((a <= b) == (!a || b));
        emit((a != b) != c);
        emit(!a == !b == !c);
    }
    _Bool x = 3, y = !x;
    emit(x & y);
    emit(x | y);
    emit(x ^ 1);
    emit(x + x);
    emit((x << 3) | y);
    return 0;
}
