// expect: TRUE|UNKNOWN
// flags: --property termination --64
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
static char *mkstr(unsigned n)
{
    char *s = malloc(n + 1);
    if (!s) abort();
    for (unsigned i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
    s[n] = 0;
    return s;
}
static const char *find(const char *h, const char *n)
{
    if (!*n) return h;
    for (; *h; ++h) {
        const char *a = h, *b = n;
        while (*a && *b && *a == *b) { ++a; ++b; }
        if (!*b) return h;
    }
    return 0;
}
int main(void)
{
    char *h = mkstr(__VERIFIER_nondet_uint() % 50);
    char *n = mkstr(__VERIFIER_nondet_uint() % 5);
    int r = find(h, n) != 0;
    free(h); free(n);
    return r;
}
