void emit(unsigned long long value);
/* typeof, __auto_type, _Generic. */
#define KIND(x) _Generic((x), char: 1, signed char: 2, unsigned char: 3, short: 4, int: 5, unsigned: 6, long: 7, unsigned long: 8, long long: 9, unsigned long long: 10, float: 11, double: 12, long double: 13, char *: 14, const char *: 15, void *: 16, int *: 17, default: 99)
int main(void) {
    char c = 0;
    unsigned char uc = 0;
    short s = 0;
    float f = 0;
    int a[3];
    emit(KIND(c));
    emit(KIND(uc));
    emit(KIND(s));
    emit(KIND(+s));
    emit(KIND(c + uc));
    emit(KIND(1u + 1l));
    emit(KIND(1ll + 1ul));
    emit(KIND(f));
    emit(KIND(f + 1));
    emit(KIND(f * 1.0));
    emit(KIND("x"));
    emit(KIND((const char *)0));
    emit(KIND(a));
    emit(KIND((void *)0));
    emit(KIND(1.0L));
    emit(KIND('a'));
    emit(KIND(sizeof 1));
    emit(KIND(a - a));
    emit(KIND(1 ? (char)1 : (char)2));
    emit(KIND(&main));
    emit(KIND(0x80000000));
    emit(KIND(2147483648));
    emit(KIND(0xffffffffffffffff));
    __typeof__(a) b = {1, 2, 3};
    emit(sizeof b + b[2]);
    __auto_type q = 5ll;
    emit(sizeof q);
    __typeof__(int *) p = b;
    emit(*p);
    typeof(b[0]) z = 3.9;
    emit(z);
    emit(_Generic(1, default: 2));
    return 0;
}
