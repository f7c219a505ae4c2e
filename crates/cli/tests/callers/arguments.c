/* What functions need of their callers. tests/it/callers.rs says how it is written. */
#include <stddef.h>

int share(int whole, int parts)
{
    return whole / parts; //~ division needs parts != 0 //~ overflow needs whole != (-2147483647 - 1)
}

/* Whatever the caller does. */
int never(int n)
{
    int zero = 0;
    return n + 5 / zero; //~ division violated
}

/* Nothing is needed: no bound of elements is in the answer. */
unsigned twice(unsigned n)
{
    return n + n;
}

void fill(int *to, int n) __attribute__((nonnull));
void fill(int *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = i; //~ valid-deref needs n >= 0 && __CPROVER_rw_ok(to, n * sizeof(*to))
}

/* A fourth element is behind what the old harness had. */
void fourth(int *to)
{
    to[3] = 1; //~ null-dereference needs __CPROVER_rw_ok(to, 4 * sizeof(*to)) //~ valid-deref needs __CPROVER_rw_ok(to, 4 * sizeof(*to))
}

int element(const short *of, size_t at)
{
    return of[at]; //~ null-dereference needs __CPROVER_r_ok(of, (at + 1ul) * sizeof(*of)) //~ valid-deref needs __CPROVER_r_ok(of, (at + 1ul) * sizeof(*of))
}

/* It looks first. */
int first(const int *of)
{
    return of ? *of : 0;
}

static const int weights[5] = {1, 2, 3, 4, 5};

int weight(int at)
{
    return weights[at]; //~ array-index needs at >= 0 && at <= 4
}

struct ring {
    unsigned char *bytes;
    size_t size, head, used;
};

int ring_get(struct ring *r, unsigned char *byte)
{
    if (r->used == 0) //~ null-dereference needs r != 0
        return 0;
    *byte = r->bytes[r->head]; //~ null-dereference needs byte != 0; __CPROVER_rw_ok(r->bytes, (r->head + 1ul)) //~ valid-deref needs __CPROVER_rw_ok(r->bytes, (r->head + 1ul))
    return 1;
}

/* Two arguments may be one object: what is written through one is read through the other. */
int is_kept(int *one, int *other)
{
    int difference;
    if (!one || !other)
        return 0;
    *one = 1;
    *other = 0;
    difference = *one;
    return 6 / difference; //~ division needs one != other
}
