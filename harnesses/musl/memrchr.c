/* Memory is searched from its end. */
#include "../any.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#define weak_alias(old, new)
#define hidden
#define memrchr its_memrchr
#include "src/string/memrchr.c"

int main(void)
{
    unsigned char data[8], c = any_uchar(), *want = 0;
    size_t count = any_uint();
    assume(count <= 8);
    any_bytes(data, 8);
    for (size_t i = 0; i < count; i++)
        if (data[i] == c) want = &data[i];
    assert(__memrchr(data, c, count) == (void *)want);
    return 0;
}
