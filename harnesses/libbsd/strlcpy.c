/* A copy ends within its room, and says how long the text was. */
#include "../any.h"
#include <stddef.h>
#include <string.h>
#define strlcpy its_strlcpy
#define strlcat its_strlcat
#define strnstr its_strnstr
#include "src/strlcpy.c"

int main(void)
{
    char from[6], to[4];
    size_t room = any_uint();
    assume(room <= 4);
    any_bytes((unsigned char *)from, 5);
    from[5] = 0;
    to[0] = 1;
    size_t length = strlcpy(to, from, room);
    assert(room > 0 || to[0] == 1);
    assert(length == strlen(from));
    for (size_t i = 0; i + 1 < room && i < length; i++) assert(to[i] == from[i]);
    if (room > 0) assert(to[length < room ? length : room - 1] == 0);
    return 0;
}
