/* A number is found in five sorted ones where it is there. */
#include "../any.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#define weak_alias(old, new)
#define hidden
#define bsearch its_bsearch
#include "src/stdlib/bsearch.c"

static int compare(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

int main(void)
{
    int data[5], key = any_int(), there = 0;
    for (int i = 0; i < 5; i++) {
        data[i] = any_int();
        if (i > 0) assume(data[i - 1] <= data[i]);
        there |= data[i] == key;
    }
    int *found = its_bsearch(&key, data, 5, sizeof key, compare);
    assert((found != 0) == there);
    if (found) assert(*found == key);
    return 0;
}
