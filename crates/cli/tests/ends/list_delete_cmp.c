// expect: FALSE
// flags: --property termination --64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct l { int v; struct l *n; };
static struct l store[8];
int main(void)
{
    struct l *h = 0, **pp;
    for (int i = 0; i < 8; i++) {
        store[i].v = __VERIFIER_nondet_int();
        store[i].n = h;
        h = &store[i];
    }
    int key = __VERIFIER_nondet_int();
    pp = &h;
    while (*pp) {
        if ((*pp)->v < key) {
            *pp = (*pp)->n;
        } else if ((*pp)->v > key)
            pp = &(*pp)->n;
    }
    return h == 0;
}
