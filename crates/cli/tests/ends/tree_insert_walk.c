// expect: TRUE|UNKNOWN
// flags: --property termination --64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct t { int k; struct t *l, *r; };
static struct t *insert(struct t *n, int k)
{
    if (!n) {
        n = malloc(sizeof *n);
        if (!n) exit(2);
        n->k = k;
        n->l = n->r = NULL;
    } else if (k < n->k)
        n->l = insert(n->l, k);
    else if (k > n->k)
        n->r = insert(n->r, k);
    return n;
}
static int height(struct t *n)
{
    if (!n) return 0;
    int a = height(n->l), b = height(n->r);
    return 1 + (a > b ? a : b);
}
int main(void)
{
    struct t *root = NULL;
    for (int i = 0; i < 6; i++)
        root = insert(root, __VERIFIER_nondet_int());
    return height(root);
}
