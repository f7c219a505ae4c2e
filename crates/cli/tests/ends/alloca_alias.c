// expect: FALSE
// flags: --property termination --64
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *x = alloca(sizeof(int));
    int *y = alloca(sizeof(int));
    *x = 100;
    *y = 0;
    int *step = __VERIFIER_nondet_int() ? x : y;
    while (*x > 0) {
        (*x)--;
        *step = *step + 1;
        if (*y > 50) *y = 0;
    }
    return 0;
}
