void emit(unsigned long long value);
/* Attributes everywhere, all without effect on the values. */
__attribute__((noinline, noclone)) static int f(int a __attribute__((unused))) __attribute__((const));
static int f(int a) {
    return a + 1;
}
int g __attribute__((aligned(32))) = 5;
static int w(void) __attribute__((unused));
struct __attribute__((aligned(16))) s {
    char c;
}
x __attribute__((unused));
typedef int __attribute__((aligned(4))) ai;
typedef int v4 __attribute__((mode(SI)));
extern inline __attribute__((gnu_inline)) int h(int x) {
    return x;
}
__extension__ typedef long long ll;
static __inline__ int in(int x) {
    return x * 3;
}
int main(void) {
    __attribute__((unused)) int u = 3;
    emit(f(2));
    emit(g);
    emit(sizeof(struct s));
    emit(sizeof(ai));
    emit(in(4));
    emit(__extension__({ 5; }));
    switch (u) {
        case 3:
        u++;
        __attribute__((fallthrough));
        case 4:
        u++;
    }
    emit(u);
    if (__builtin_expect(u > 4, 1)) emit(1);
    lab: __attribute__((unused));
    ll q = 1ll << 40;
    emit(q);
    int z asm("zz") = 6;
    emit(z);
    return 0;
}
static int w(void) {
    return 0;
}
