void emit(unsigned long long value);
/* The comma operator. */
int main(void) {
    int a = 1, b = 2;
    int c = (a++, b += a, a * b);
    emit(a);
    emit(b);
    emit(c);
    for (a = 0, b = 10; a < b; a++, b--) ;
    emit(a * 100 + b);
    int xs[3] = {(1, 2), 3, 4};
    emit(xs[0]);
    emit((emit(5), 6));
    return (a, b);
}
