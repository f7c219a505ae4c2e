/* Every valid character is written so that it is read again. */
#include "../any.h"
#include "utf8proc.c"

int main(void)
{
    utf8proc_uint8_t text[4] = {0};
    utf8proc_int32_t c = any_int(), back = -1;
    assume(utf8proc_codepoint_valid(c));
    utf8proc_ssize_t length = utf8proc_encode_char(c, text);
    assert(utf8proc_iterate(text, length, &back) == length && back == c);
    return 0;
}
