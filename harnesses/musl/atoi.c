/* Three digits and a sign are read as their number. */
#include "../any.h"
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#define weak_alias(old, new)
#define hidden
#define atoi its_atoi
#include "src/stdlib/atoi.c"

int main(void)
{
    char text[5] = {'-', 0, 0, 0, 0};
    int want = 0;
    for (int i = 1; i < 4; i++) {
        text[i] = (char)any_uchar();
        assume(text[i] >= '0' && text[i] <= '9');
        want = want * 10 + (text[i] - '0');
    }
    assert(its_atoi(text) == -want);
    assert(its_atoi(text + 1) == want);
    return 0;
}
