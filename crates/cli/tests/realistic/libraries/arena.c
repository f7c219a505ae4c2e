// Memory that is given back all at once: a list of blocks, the newest first.
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 16

void arena_init(struct arena *a, size_t block_size)
{
    a->first = NULL;
    a->block_size = block_size;
}

static struct block *more(struct arena *a, size_t size)
{
    struct block *block = malloc(sizeof *block);
    if (!block)
        return NULL;
    block->size = size > a->block_size ? size : a->block_size;
    block->memory = malloc(block->size ? block->size : 1);
    if (!block->memory) {
        free(block);
        return NULL;
    }
    block->used = 0;
    block->next = a->first;
    a->first = block;
    return block;
}

void *arena_allocate(struct arena *a, size_t size)
{
    struct block *block = a->first;
    if (size > SIZE_MAX / 4)
        return NULL;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!block || size > block->size - block->used) {
        block = more(a, size);
        if (!block)
            return NULL;
    }
    void *memory = block->memory + block->used;
    block->used += size;
    return memory;
}

char *arena_copy(struct arena *a, const char *text)
{
    size_t size = strlen(text) + 1;
#if FAULT == 1
    char *copy = arena_allocate(a, size - 1);
#else
    char *copy = arena_allocate(a, size);
#endif
    if (copy)
        memcpy(copy, text, size); /* fault 1 */
    return copy;
}

void arena_reset(struct arena *a)
{
    struct block *block = a->first;
    while (block) {
        struct block *next = block->next; /* fault 2 */
        free(block->memory);
        free(block);
        block = next;
    }
#if FAULT != 2
    a->first = NULL;
#endif
}
