// expect: TRUE|UNKNOWN
// flags: --property termination --64
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 1000) n = 1;
    int *v = alloca(n * sizeof(int));
    for (int i = 0; i < n; i++) v[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < n; i++) {
        int x = v[i], j = i;
        while (j > 0 && v[j - 1] > x) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
    return v[0];
}
