// expect: FALSE
// flags: --property termination --64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct l { int v; struct l *n; };
int main(void)
{
    struct l a, b, c;
    a.v = 1; a.n = &b;
    b.v = 2; b.n = &c;
    c.v = 3; c.n = 0;
    /* splice b behind a position */
    struct l *pos = __VERIFIER_nondet_int() > 0 ? &a : &c;
    struct l *tmp = pos->n;
    pos->n = &b;
    if (tmp != &b)
        b.n = tmp ? tmp : b.n;
    int s = 0;
    for (struct l *p = &a; p; p = p->n)
        s ^= p->v;
    return s;
}
