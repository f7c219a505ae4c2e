/* Any five bytes are decoded within a buffer of the size that is named. */
#include "../any.h"
#include "library/base64.c"
#include "library/constant_time.c"

int main(void)
{
    unsigned char text[5], out[3];
    size_t length, room = any_uint();
    assume(room <= 3);
    any_bytes(text, 5);
    if (mbedtls_base64_decode(out, room, &length, text, 5) == 0) assert(length <= room);
    return 0;
}
