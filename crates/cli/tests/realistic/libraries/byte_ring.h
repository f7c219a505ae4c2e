// A ring of bytes between a producer and a consumer.
#ifndef BYTE_RING_H
#define BYTE_RING_H

#include <stddef.h>

struct byte_ring {
    unsigned char *bytes;
    size_t size;
    size_t head; /* where the next byte is read */
    size_t used;
};

int ring_open(struct byte_ring *r, size_t size);
int ring_put(struct byte_ring *r, unsigned char byte);
int ring_get(struct byte_ring *r, unsigned char *byte);
int ring_fill(const struct byte_ring *r);
void ring_close(struct byte_ring *r);

#endif
