/* The Adler checksum of eight bytes, from any state. */
#include "../any.h"
#include "adler32.c"

int main(void)
{
    unsigned char data[8];
    any_bytes(data, 8);
    unsigned a = any_uint(), b = any_uint();
    assume(a < 65521 && b < 65521);
    unsigned long got = adler32(a | ((unsigned long)b << 16), data, 8);
    for (int i = 0; i < 8; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    assert(got == (a | ((unsigned long)b << 16)));
    return 0;
}
