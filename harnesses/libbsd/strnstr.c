/* A text of two bytes is found where it first stands within a limit. */
#include "../any.h"
#include <stddef.h>
#include <string.h>
#define strlcpy its_strlcpy
#define strlcat its_strlcat
#define strnstr its_strnstr
#include "src/strnstr.c"

int main(void)
{
    char text[6], token[3];
    any_bytes((unsigned char *)text, 5);
    any_bytes((unsigned char *)token, 2);
    size_t limit = any_uint();
    assume(limit <= 5 && token[0] && token[1]);
    text[5] = token[2] = 0;
    const char *want = 0;
    for (size_t i = 0; i + 2 <= limit && text[i] && !want; i++)
        if (text[i] == token[0] && text[i + 1] == token[1]) want = text + i;
    assert(strnstr(text, token, limit) == want);
    return 0;
}
