void emit(unsigned long long value);
/* All pairs of integer conversions. */
#define T(t) do { emit((t)a); emit((t)b); emit((t)c); emit((t)d); emit((t)e); emit((t)f); } while (0)
int main(void) {
    signed char a = -3;
    unsigned short b = 65530;
    int c = -70000;
    unsigned d = 4000000001u;
    long long e = -5000000000LL;
    unsigned long long f = 0xfedcba9876543210ull;
    T(char);
    T(signed char);
    T(unsigned char);
    T(short);
    T(unsigned short);
    T(int);
    T(unsigned);
    T(long);
    T(unsigned long);
    T(long long);
    T(unsigned long long);
    T(_Bool);
    return 0;
}
