/* Five bytes become the eight characters that the alphabet says. */
#include "../any.h"
#include "library/base64.c"
#include "library/constant_time.c"

int main(void)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char in[6] = {0}, out[9];
    size_t length;
    any_bytes(in, 5);
    assert(mbedtls_base64_encode(out, sizeof out, &length, in, 5) == 0);
    assert(length == 8 && out[7] == '=' && out[8] == 0);
    for (int i = 0; i < 7; i++) {
        unsigned bit = (unsigned)i * 6, two = ((unsigned)in[bit / 8] << 8) | (bit / 8 + 1 < 6 ? in[bit / 8 + 1] : 0);
        assert(out[i] == (unsigned char)alphabet[(two >> (10 - bit % 8)) & 63]);
    }
    return 0;
}
