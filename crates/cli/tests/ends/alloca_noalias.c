// expect: TRUE
// flags: --property termination --64
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *x = alloca(sizeof(int));
    int *y = alloca(sizeof(int));
    int *p[2];
    *x = 100;
    *y = 0;
    p[0] = y; p[1] = y;
    int *step = p[__VERIFIER_nondet_int() & 1];
    while (*x > 0) {
        (*x)--;
        *step = *step + 1;
        if (*y > 50) *y = 0;
    }
    return 0;
}
