/* Four bytes are read as one character exactly where they are its shortest UTF-8. */
#include "../any.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>
#define hidden
#define _LOCALE_IMPL_H
#undef MB_CUR_MAX
#define MB_CUR_MAX 4

#define mbrtowc its_mbrtowc
#include "src/multibyte/internal.c"
#include "src/multibyte/mbrtowc.c"

int main(void)
{
    unsigned char text[4];
    wchar_t got = 0;
    mbstate_t state = {0};
    any_bytes(text, 4);
    size_t length = its_mbrtowc(&got, (const char *)text, 4, &state);
    assert(length != (size_t)-2);
    if (length != (size_t)-1) {
        unsigned c = (unsigned)got;
        assert(c < 0x110000 && (c < 0xd800 || c > 0xdfff));
        assert(length == (c == 0 ? 0 : c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4));
    }
    return 0;
}
