/* Four numbers are sorted, and none is lost. */
#include "../any.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define _ATOMIC_H
#define weak_alias(old, new)
static int a_ctz_l(unsigned long x)
{
    int n = 0;
    while (n < 64 && !((x >> n) & 1)) n++;
    return n;
}
#include "atomic.h"
#include "src/stdlib/qsort.c"

static int compare(const void *a, const void *b, void *none)
{
    (void)none;
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

int main(void)
{
    int data[4], probe = any_int(), before = 0, after = 0;
    for (int i = 0; i < 4; i++) {
        data[i] = any_int();
        before += data[i] == probe;
    }
    __qsort_r(data, 4, sizeof data[0], compare, 0);
    for (int i = 0; i < 4; i++) {
        after += data[i] == probe;
        if (i > 0) assert(data[i - 1] <= data[i]);
    }
    assert(before == after);
    return 0;
}
