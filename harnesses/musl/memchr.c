/* Memory is searched by words as it is by bytes, from any alignment. */
#include "../any.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#define weak_alias(old, new)
#define hidden
#define memchr its_memchr
#include "src/string/memchr.c"

int main(void)
{
    union { size_t word[3]; unsigned char byte[24]; } data;
    unsigned start = any_uint(), count = any_uint();
    unsigned char c = any_uchar();
    assume(start < 8 && count <= 16);
    any_bytes(data.byte, 24);
    unsigned char *want = 0;
    for (unsigned i = 0; i < count && !want; i++)
        if (data.byte[start + i] == c) want = &data.byte[start + i];
    assert(its_memchr(data.byte + start, c, count) == (void *)want);
    return 0;
}
