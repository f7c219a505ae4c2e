/* The checksums of two pieces combine to that of the whole. */
#include "../any.h"
#include "adler32.c"

int main(void)
{
    unsigned char data[4];
    any_bytes(data, 4);
    unsigned long first = adler32(1, data, 2), second = adler32(1, data + 2, 2);
    assert(adler32_combine(first, second, 2) == adler32(1, data, 4));
    return 0;
}
