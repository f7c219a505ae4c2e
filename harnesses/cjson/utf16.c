/* A pair of UTF-16 escapes becomes the UTF-8 of its code point. */
#include "../any.h"
#include "cJSON.c"

static void escape(unsigned char *at, unsigned unit)
{
    at[0] = '\\';
    at[1] = 'u';
    for (int i = 0; i < 4; i++) {
        unsigned d = (unit >> (12 - 4 * i)) & 15;
        at[2 + i] = (unsigned char)(d < 10 ? '0' + d : 'a' + (d - 10));
    }
}

int main(void)
{
    unsigned char text[12], out[5] = {0}, *end = out;
    unsigned high = 0xd800 | (any_uint() & 0x3ff), low = 0xdc00 | (any_uint() & 0x3ff);
    escape(text, high);
    escape(text + 6, low);
    assert(utf16_literal_to_utf8(text, text + 12, &end) == 12);
    unsigned point = ((high - 0xd800) * 1024 + (low - 0xdc00)) + 0x10000;
    unsigned got = ((out[0] & 7u) << 18) | ((out[1] & 63u) << 12) | ((out[2] & 63u) << 6) | (out[3] & 63u);
    assert(end == out + 4 && got == point);
    return 0;
}
