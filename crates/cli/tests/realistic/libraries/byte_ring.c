// A ring of bytes between a producer and a consumer.
#include "byte_ring.h"

#include <stdlib.h>

int ring_open(struct byte_ring *r, size_t size)
{
    if (size > 65536)
        return 0;
    r->bytes = malloc(size ? size : 1);
    r->size = size;
    r->head = 0;
    r->used = 0;
    return r->bytes != NULL;
}

int ring_put(struct byte_ring *r, unsigned char byte)
{
    if (r->used == r->size)
        return 0;
    size_t at = r->head + r->used;
#if FAULT == 1
    if (at > r->size)
#else
    if (at >= r->size)
#endif
        at -= r->size;
    r->bytes[at] = byte; /* fault 1 */
    r->used++;
    return 1;
}

int ring_get(struct byte_ring *r, unsigned char *byte)
{
    if (r->used == 0)
        return 0;
    *byte = r->bytes[r->head];
    r->head++;
    if (r->head == r->size)
        r->head = 0;
    r->used--;
    return 1;
}

/* How full it is, in percent. */
int ring_fill(const struct byte_ring *r)
{
#if FAULT != 2
    if (r->size == 0)
        return 100;
#endif
    return (int)(r->used * 100 / r->size); /* fault 2 */
}

void ring_close(struct byte_ring *r)
{
    free(r->bytes);
    r->bytes = NULL;
    r->size = 0;
    r->used = 0;
}
