/* A text that is added ends within the room. */
#include "../any.h"
#include <stddef.h>
#include <string.h>
#define strlcpy its_strlcpy
#define strlcat its_strlcat
#define strnstr its_strnstr
#include "src/strlcat.c"

int main(void)
{
    char from[4], to[5];
    size_t room = any_uint();
    assume(room <= 5);
    any_bytes((unsigned char *)from, 3);
    any_bytes((unsigned char *)to, 4);
    from[3] = to[4] = 0;
    size_t before = 0;
    while (before < room && to[before]) before++;
    size_t length = strlcat(to, from, room);
    assert(length == before + strlen(from));
    if (before < room) assert(strlen(to) == (length < room ? length : room - 1));
    return 0;
}
