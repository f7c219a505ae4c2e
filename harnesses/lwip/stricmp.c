/* Texts are compared without regard to case. */
#include "../any.h"
#include "src/core/def.c"

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int main(void)
{
    char a[5], b[5];
    any_bytes((unsigned char *)a, 4);
    any_bytes((unsigned char *)b, 4);
    a[4] = b[4] = 0;
    int differ = 0;
    for (int i = 0; i < 5; i++) {
        if (lower(a[i]) != lower(b[i])) differ = 1;
        if (!a[i] || !b[i]) break;
    }
    assert(lwip_stricmp(a, b) == differ);
    return 0;
}
