/* The set of bytes is kept in bits, and the span ends at the first byte out of it. */
#include "../any.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#define weak_alias(old, new)
#define hidden
#define strspn its_strspn
#include "src/string/strspn.c"

int main(void)
{
    char text[5], set[3];
    any_bytes((unsigned char *)text, 4);
    any_bytes((unsigned char *)set, 2);
    text[4] = set[2] = 0;
    size_t want = 0;
    while (text[want] && (text[want] == set[0] || (set[0] && text[want] == set[1]))) want++;
    assert(its_strspn(text, set) == want);
    return 0;
}
