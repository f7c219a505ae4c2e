// Memory that is given back all at once.
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

struct block {
    struct block *next;
    size_t used;
    size_t size;
    unsigned char *memory;
};

struct arena {
    struct block *first;
    size_t block_size;
};

void arena_init(struct arena *a, size_t block_size);
/* Aligned to 16 bytes; null if there is no memory. */
void *arena_allocate(struct arena *a, size_t size);
char *arena_copy(struct arena *a, const char *text);
void arena_reset(struct arena *a);

#endif
