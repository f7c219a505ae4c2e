/* Four bytes, encoded for addresses without padding and decoded, are themselves. */
#include "../any.h"
#define sodium_misuse misuse
static void misuse(void)
{
    assume(0);
}
#include "src/libsodium/sodium/codecs.c"

int main(void)
{
    unsigned char in[4], out[4];
    char text[7];
    size_t length = 0;
    any_bytes(in, 4);
    sodium_bin2base64(text, sizeof text, in, 4, 7);
    assert(sodium_base642bin(out, 4, text, 6, 0, &length, 0, 7) == 0);
    assert(length == 4);
    for (int i = 0; i < 4; i++) assert(in[i] == out[i]);
    return 0;
}
