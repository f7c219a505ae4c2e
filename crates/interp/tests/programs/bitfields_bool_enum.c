void emit(unsigned long long value);
/* Bit-fields of _Bool, enum, char and long types. */
enum e { A, B, C = 5 };
struct s {
    _Bool b : 1;
    enum e e : 3;
    char c : 4;
    unsigned long l : 20;
    short s : 9;
    signed char t : 8;
};
int main(void) {
    struct s x = {2, C, 9, 0x12345678, 300, 200};
    emit(x.b);
    emit(x.e);
    emit(x.c);
    emit(x.l);
    emit(x.s);
    emit(x.t);
    x.e = 7;
    emit(x.e);
    x.e++;
    emit(x.e == A);
    x.b = 0.5;
    emit(x.b);
    x.b--;
    emit(x.b);
    x.l = -1;
    emit(x.l);
    emit(x.l + 1 > x.l);
    x.c = 7;
    x.c++;
    emit(x.c);
    emit((x.s = 511));
    emit(-x.l < 0);
    return 0;
}
