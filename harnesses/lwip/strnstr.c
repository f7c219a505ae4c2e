/* A text of two bytes is found where it first stands within a limit. */
#include "../any.h"
#include "src/core/def.c"

int main(void)
{
    char text[7], token[3];
    any_bytes((unsigned char *)text, 6);
    any_bytes((unsigned char *)token, 2);
    size_t limit = any_uint();
    assume(limit <= 6 && token[0] && token[1]);
    text[6] = token[2] = 0;
    const char *want = 0;
    for (size_t i = 0; i + 2 <= limit && text[i] && !want; i++)
        if (text[i] == token[0] && text[i + 1] == token[1]) want = text + i;
    assert(lwip_strnstr(text, token, limit) == want);
    return 0;
}
