void emit(unsigned long long value);
/* Bit-fields wider than an int compute in as many bits as they have. */
struct s {
    unsigned long long f : 40;
    long long g : 40;
    unsigned long long h : 33;
    unsigned c : 31;
    unsigned b : 3;
    unsigned long long w : 63;
} v;
static int two(void) { v.f = 1; return 2; }
int main(void) {
    v.f = 0;
    v.g = -1;
    v.h = 1;
    v.c = 0;
    v.b = 1;
    v.w = 0;
    emit(v.f - 1);
    emit((v.f - 1) >> 39);
    emit((v.f - 1) + 1);
    emit((unsigned long long)(v.f - 1) + 1);
    emit((unsigned long long)v.f - 1);
    emit(v.f == -1);
    v.f--;
    emit(v.f);
    emit(v.f == -1);
    emit(v.f + 0x10000000000ULL);
    emit(v.f * 3);
    emit(v.f / -3);
    emit(~v.h);
    emit(-v.h);
    emit(+v.h - 2);
    emit(v.h << 32);
    emit((v.h << 32) << 1);
    emit(1ULL << v.h);
    emit(v.g < 0u);
    emit(v.g + v.f);
    emit(v.g - v.h);
    emit((v.h - 2) * 1.0);
    emit((v.h - 2) % 10 - 9);
    emit(v.w - 1);
    emit(v.w - 1 > v.f);
    emit(v.f++);
    emit(v.f++ - 5);
    emit(--v.f - 5);
    emit((v.f = 7) - 8);
    emit((v.f += 3) - 11);
    emit(v.f - two());
    emit(v.f /= -1);
    emit(({ v.f; }) - 1);
    emit((unsigned)v.c - 1);
    emit((unsigned)v.b - 5 > 0);
    emit(v.b++ - 5 < 0);
    emit(v.g * 5 - 3);
    emit((v.g ^ 1) & 255);
    emit((1 ? v.f : 2ULL) - 1);
    emit((1 ? v.b : 0u) - 5 > 0);
    emit((1 ? v.b : 0) - 5 > 0);
    long long a[3] = {10, 20, 30};
    v.h = 1;
    emit(a[v.h]);
    emit(*(a + v.h + 1));
    emit(v.h ? 4 : 5);
    emit(!v.h);
    emit(v.h && v.f);
    switch (v.h) {
    case 1: emit(1); break;
    default: emit(2);
    }
    return 0;
}
