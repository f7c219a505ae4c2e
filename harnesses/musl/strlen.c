/* The length of a text is found by words, from any alignment. */
#include "../any.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#define weak_alias(old, new)
#define hidden
#define strlen its_strlen
#include "src/string/strlen.c"

int main(void)
{
    union { size_t word[3]; char byte[24]; } data;
    unsigned start = any_uint();
    assume(start < 8);
    any_bytes((unsigned char *)data.byte, 24);
    data.byte[23] = 0;
    size_t want = 0;
    while (data.byte[start + want]) want++;
    assert(its_strlen(data.byte + start) == want);
    return 0;
}
