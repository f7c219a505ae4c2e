/* Four bytes are read as a character exactly where they are its shortest UTF-8. */
#include "../any.h"
#include "utf8proc.c"

int main(void)
{
    utf8proc_uint8_t text[4], again[4];
    utf8proc_int32_t c;
    any_bytes(text, 4);
    utf8proc_ssize_t length = utf8proc_iterate(text, 4, &c);
    if (length <= 0) return 0;
    assert(utf8proc_codepoint_valid(c));
    assert(utf8proc_encode_char(c, again) == length);
    for (int i = 0; i < length; i++) assert(text[i] == again[i]);
    return 0;
}
