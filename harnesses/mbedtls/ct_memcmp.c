/* A comparison in constant time says whether eight bytes are equal. */
#include "../any.h"
#include "library/constant_time.c"

int main(void)
{
    unsigned char a[8], b[8];
    int equal = 1;
    any_bytes(a, 8);
    any_bytes(b, 8);
    for (int i = 0; i < 8; i++)
        if (a[i] != b[i]) equal = 0;
    assert((mbedtls_ct_memcmp(a, b, 8) == 0) == equal);
    return 0;
}
