void emit(unsigned long long value);
/* _Bool is 0 or 1, by comparison with zero. */
#include <stdbool.h>
struct s {
    _Bool a : 1, b : 1;
    bool c;
};
int main(void) {
    _Bool b = 256;
    emit(b);
    b = 0.25;
    emit(b);
    b = -0.0;
    emit(b);
    b = (void *)0 != &b;
    emit(b);
    b += 3;
    emit(b);
    b--;
    emit(b);
    b--;
    emit(b);
    b ^= 1;
    emit(b);
    struct s x = {2, 0, 7};
    emit(x.a);
    emit(x.b);
    emit(x.c);
    x.b = 4;
    emit(x.b);
    emit(sizeof(bool));
    emit(!b);
    emit(~b);
    emit(-(bool)5);
    emit((bool)&x + 1);
    return b ? 5 : 6;
}
