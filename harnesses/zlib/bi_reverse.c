/* The bits of a code are turned round. */
#include "../any.h"
#include "trees.c"

int main(void)
{
    unsigned code = any_uint();
    int length = any_int();
    assume(length >= 1 && length <= 15 && code < (1u << length));
    unsigned got = bi_reverse(code, length);
    for (int i = 0; i < length; i++) assert(((got >> i) & 1) == ((code >> (length - 1 - i)) & 1));
    assert(got < (1u << length));
    return 0;
}
