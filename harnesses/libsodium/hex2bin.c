/* Two characters are read as a byte where both are digits. */
#include "../any.h"
#define sodium_misuse misuse
static void misuse(void)
{
    assume(0);
}
#include "src/libsodium/sodium/codecs.c"

static int digit(unsigned char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int main(void)
{
    unsigned char text[2], out[1] = {0};
    size_t length = 0;
    any_bytes(text, 2);
    int high = digit(text[0]), low = digit(text[1]);
    int result = sodium_hex2bin(out, 1, (const char *)text, 2, 0, &length, 0);
    assert((result == 0) == (high >= 0 && low >= 0));
    if (result == 0) assert(length == 1 && out[0] == high * 16 + low);
    return 0;
}
