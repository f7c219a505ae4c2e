/* A character is written as UTF-8 that has its bits. */
#include "../any.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>
#define hidden
#define _LOCALE_IMPL_H
#undef MB_CUR_MAX
#define MB_CUR_MAX 4

#define wcrtomb its_wcrtomb
#include "src/multibyte/wcrtomb.c"

int main(void)
{
    char out[4] = {0};
    unsigned c = any_uint();
    size_t length = its_wcrtomb(out, (wchar_t)c, 0);
    if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) {
        assert(length == (size_t)-1);
        return 0;
    }
    assert(length == (c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4));
    unsigned back = (unsigned char)out[0] & (length == 1 ? 0x7f : 0xff >> (length + 1));
    for (size_t i = 1; i < length; i++) back = (back << 6) | ((unsigned char)out[i] & 63);
    assert(back == c);
    return 0;
}
