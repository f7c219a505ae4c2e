void emit(unsigned long long value);
/* else belongs to the nearest if. */
static int f(int a, int b) {
    if (a) if (b) return 1;
    else return 2;
    return 3;
}
static int g(int a, int b) {
    if (a) {
        if (b) return 1;
    } else return 2;
    return 3;
}
static int h(int a) {
    if (a == 1) return 10;
    else if (a == 2) return 20;
    else if (a == 3) return 30;
    else return 40;
}
int main(void) {
    for (int a = 0; a < 2; a++) for (int b = 0; b < 2; b++) {
        emit(f(a, b));
        emit(g(a, b));
    }
    for (int a = 0; a < 5; a++) emit(h(a));
    return 0;
}
