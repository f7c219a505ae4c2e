// expect: TRUE
// flags: --property termination --64
#include <stdlib.h>
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static unsigned long my_strlen(const char *s)
{
    const char *p = s;
    while (*p != '\0')
        p++;
    return (unsigned long)(p - s);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4096)
        n = 1;
    char *s = (char *)alloca((unsigned long)n * sizeof(char));
    for (int i = 0; i < n - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n - 1] = 0;
    return (int)my_strlen(s);
}
