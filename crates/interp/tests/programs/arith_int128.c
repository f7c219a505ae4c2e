void emit(unsigned long long value);
/* 128-bit integers. */
int main(void) {
#ifdef __SIZEOF_INT128__
__int128 a = 0x123456789abcdef0LL;
unsigned __int128 b = ~(unsigned __int128)0;
a = a * a * 3 - 7;
emit(a);
emit(a >> 64);
emit((unsigned long long)(a / 1000003));
emit(a % 1000003);
a = -a;
emit(a >> 100);
emit(a / 12345 >> 64);
emit(b >> 64);
emit(b / 3 >> 70);
emit(b % 1000);
emit(a < 0);
emit(b > (unsigned __int128)a);
b <<= 77;
emit(b >> 64);
emit((int)b);
emit(sizeof a);
double d = (double)b;
emit((unsigned long long)(d / 1e20));
emit((long long)((__int128)1e30 >> 40));
#else
long long a = 0x123456789abcdef0LL;
emit(a * a);
#endif
return 0;
}
