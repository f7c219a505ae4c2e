/* A byte order mark is skipped, and nothing behind the text is read. */
#include "../any.h"
#include "cJSON.c"

int main(void)
{
    unsigned char text[4];
    any_bytes(text, 4);
    size_t length = any_uint();
    assume(length <= 4);
    parse_buffer buffer = {0};
    buffer.content = text;
    buffer.length = length;
    parse_buffer *after = buffer_skip_whitespace(skip_utf8_bom(&buffer));
    if (length > 0) assert(after->offset < length);
    return 0;
}
