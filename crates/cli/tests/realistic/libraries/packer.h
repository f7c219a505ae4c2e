// Numbers as little-endian bytes, one after the other.
#ifndef PACKER_H
#define PACKER_H

#include <stddef.h>
#include <stdint.h>

struct packer {
    unsigned char *bytes;
    size_t size;
    size_t at;
};

int pack_u16(struct packer *p, uint16_t value);
int pack_u32(struct packer *p, uint32_t value);
int pack_text(struct packer *p, const char *text);
int unpack_u16(struct packer *p, uint16_t *value);
int unpack_u32(struct packer *p, uint32_t *value);
/* Writes a text of at most room - 1 bytes, and a zero. */
int unpack_text(struct packer *p, char *text, size_t room);

#endif
