void emit(unsigned long long value);
/* Old-style definitions and calls without prototypes. */
static int add(a, b) int a;
short b;
{
    return a + b;
}
static double half(x) float x;
{
    return x / 2;
}
int later();
static int none() {
    return 4;
}
int main() {
    emit(add(3, 4));
    emit((int)(half(5.0) * 10));
    emit(later(1, 2));
    emit(none());
    int (*p)() = add;
    emit(p(1, 2));
    return 0;
}
int later(int a, int b) {
    return a * 10 + b;
}
