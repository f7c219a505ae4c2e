// expect: TRUE
// flags: --property termination --64
// with: FIND
// expect: FALSE
// flags: --property termination --64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct ring { int key; struct ring *nx; };

static struct ring *mk(int k, struct ring *n)
{
    struct ring *r = malloc(sizeof(struct ring));
    if (!r) abort();
    r->key = k;
    r->nx = n;
    return r;
}

int main(void)
{
    struct ring *a = mk(1, 0);
    struct ring *b = mk(2, a);
    struct ring *c = mk(3, b);
    a->nx = c;

    int want = __VERIFIER_nondet_int();
    struct ring *p = a;
#ifdef FIND
    while (p->key != want)
#else
    do {
        if (p->key == want)
            break;
#endif
        p = p->nx;
#ifndef FIND
    } while (p != a);
#endif
    return p->key;
}
