/* Four hexadecimal digits are read as their value, anything else as 0. */
#include "../any.h"
#include "cJSON.c"

static int digit(unsigned char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int main(void)
{
    unsigned char text[4];
    any_bytes(text, 4);
    unsigned want = 0;
    for (int i = 0; i < 4; i++) {
        int d = digit(text[i]);
        if (d < 0) {
            want = 0;
            break;
        }
        want = want * 16 + (unsigned)d;
    }
    assert(parse_hex4(text) == want);
    return 0;
}
