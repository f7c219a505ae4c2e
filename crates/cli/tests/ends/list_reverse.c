// expect: TRUE|UNKNOWN
// flags: --property termination --64
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct l { int v; struct l *n; };
static struct l *rev(struct l *h)
{
    struct l *r = 0;
    while (h) {
        struct l *t = h->n;
        h->n = r;
        r = h;
        h = t;
    }
    return r;
}
int main(void)
{
    struct l *h = 0;
    unsigned k = __VERIFIER_nondet_uint();
    while (k % 13 != 0) {
        struct l *x = malloc(sizeof *x);
        if (!x) return 1;
        x->v = (int)(k & 7);
        x->n = h;
        h = x;
        k--;
    }
    h = rev(h);
    int c = 0;
    for (; h; h = h->n) c++;
    return c;
}
