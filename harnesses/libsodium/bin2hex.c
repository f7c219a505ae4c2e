/* Four bytes become eight hexadecimal digits. */
#include "../any.h"
#define sodium_misuse misuse
static void misuse(void)
{
    assume(0);
}
#include "src/libsodium/sodium/codecs.c"

int main(void)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char in[4];
    char out[9];
    any_bytes(in, 4);
    sodium_bin2hex(out, sizeof out, in, 4);
    for (int i = 0; i < 4; i++) assert(out[2 * i] == digits[in[i] >> 4] && out[2 * i + 1] == digits[in[i] & 15]);
    assert(out[8] == 0);
    return 0;
}
