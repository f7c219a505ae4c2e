// expect: TRUE
// flags: --property termination --64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct l { int v; struct l *n; };
int main(void)
{
    struct l *h = 0, **pp;
    for (int i = 0; i < 8; i++) {
        struct l *x = malloc(sizeof *x);
        if (!x) return 1;
        x->v = __VERIFIER_nondet_int();
        x->n = h;
        h = x;
    }
    int key = __VERIFIER_nondet_int();
    pp = &h;
    while (*pp) {
        if ((*pp)->v == key) {
            struct l *d = *pp;
            *pp = d->n;
            free(d);
        } else
            pp = &(*pp)->n;
    }
    return h == 0;
}
