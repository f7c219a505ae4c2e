// expect: TRUE
// flags: --property termination --64
// with: ZERO
// expect: FALSE
// flags: --property termination --64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void assume(int c) { if (!c) exit(0); }
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    assume(x > 0 && x < 1000000);
    while (x != 0) {
        y = __VERIFIER_nondet_int();
#ifdef ZERO
        assume(y >= 0 && y <= x);
#else
        assume(y > 0 && y <= x);
#endif
        x -= y;
    }
    return 0;
}
