void emit(unsigned long long value);
/* Bit-fields extend by their type's sign. */
struct b {
    int a : 3;
    unsigned b : 5;
    signed c : 7;
    int d : 1;
    unsigned e : 1;
    long long f : 40;
    unsigned long long g : 24;
};
int main(void) {
    struct b x = {3, 31, -64, -1, 1, -5, 0xabcdef};
    emit(x.a);
    emit(x.b);
    emit(x.c);
    emit(x.d);
    emit(x.e);
    emit(x.f);
    emit(x.g);
    x.a = 4;
    emit(x.a);
    x.b = 33;
    emit(x.b);
    x.c = 100;
    emit(x.c);
    x.d = 1;
    emit(x.d);
    x.f = 1LL << 39;
    emit(x.f);
    x.g += 0x1000000;
    emit(x.g);
    emit(x.a + x.b * x.c);
    emit(sizeof x);
    emit(x.b > -1);
    emit(x.g > -1);
    emit((x.a = 9));
    emit(x.b++ + ++x.b);
    emit(-x.e);
    return 0;
}
