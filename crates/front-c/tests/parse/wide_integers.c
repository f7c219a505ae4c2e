/* 128-bit integers. */
__int128 a; unsigned __int128 b; __int128_t c; __uint128_t d; signed __int128 e;
unsigned __int128 shift(unsigned __int128 x) { return x << 64 | (__uint128_t)1; }
int size = sizeof(__int128);
