// expect: TRUE
// flags: --property termination --64
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

char *(cstrcpy)(char *s1, const char *s2)
{
    char *dst = s1;
    const char *src = s2;
    while ((*dst++ = *src++) != '\0')
        ;
    return s1;
}

int main(void)
{
    int len1 = __VERIFIER_nondet_int();
    int len2 = __VERIFIER_nondet_int();
    if (len1 < 1) len1 = 1;
    if (len2 < 1) len2 = 1;
    if (len1 > 2000) len1 = 2000;
    if (len2 > len1) len2 = len1;
    char *a = alloca(len1);
    char *b = alloca(len2);
    for (int i = 0; i < len2; i++) b[i] = (char)('a' + i % 26);
    b[len2 - 1] = '\0';
    cstrcpy(a, b);
    return 0;
}
