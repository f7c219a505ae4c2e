// expect: TRUE
// flags: --property termination --64
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *x = alloca(sizeof(int));
    int *y = alloca(sizeof(int));
    int *c = alloca(sizeof(int));
    *x = __VERIFIER_nondet_int();
    *y = __VERIFIER_nondet_int();
    *c = 0;
    if (*x > 1000) *x = 1000;
    if (*y < -1000) *y = -1000;
    while (*x > *y && *c < 100000) {
        (*x)--;
        if (*c & 1) *y = *y;
        (*c)++;
    }
    return *c;
}
