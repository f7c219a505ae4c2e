// Numbers as little-endian bytes, one after the other. `at` never gets beyond `size`.
#include "packer.h"

#include <string.h>

static int fits(const struct packer *p, size_t count)
{
    return count <= p->size - p->at;
}

int pack_u16(struct packer *p, uint16_t value)
{
    if (!fits(p, 2))
        return 0;
    p->bytes[p->at++] = (unsigned char)(value & 0xff);
    p->bytes[p->at++] = (unsigned char)(value >> 8);
    return 1;
}

int pack_u32(struct packer *p, uint32_t value)
{
    if (!fits(p, 4))
        return 0;
    for (int i = 0; i < 4; i++)
        p->bytes[p->at++] = (unsigned char)(value >> (8 * i));
    return 1;
}

int pack_text(struct packer *p, const char *text)
{
    size_t length = strlen(text);
    if (length > 65535 || !fits(p, length + 2))
        return 0;
    pack_u16(p, (uint16_t)length);
    memcpy(p->bytes + p->at, text, length);
    p->at += length;
    return 1;
}

int unpack_u16(struct packer *p, uint16_t *value)
{
    if (!fits(p, 2))
        return 0;
    *value = (uint16_t)(p->bytes[p->at] | p->bytes[p->at + 1] << 8);
    p->at += 2;
    return 1;
}

int unpack_u32(struct packer *p, uint32_t *value)
{
    if (!fits(p, 4))
        return 0;
#if FAULT == 2
    int32_t number = p->bytes[p->at] | p->bytes[p->at + 1] << 8 | p->bytes[p->at + 2] << 16;
    number += p->bytes[p->at + 3] * 16777216; /* fault 2 */
    *value = (uint32_t)number;
#else
    uint32_t number = 0;
    for (int i = 3; i >= 0; i--)
        number = number << 8 | p->bytes[p->at + i];
    *value = number;
#endif
    p->at += 4;
    return 1;
}

int unpack_text(struct packer *p, char *text, size_t room)
{
    uint16_t length;
    if (!unpack_u16(p, &length))
        return 0;
#if FAULT == 1
    if (!fits(p, length) || length > room)
#else
    if (!fits(p, length) || length >= room)
#endif
        return 0;
    memcpy(text, p->bytes + p->at, length);
    text[length] = '\0'; /* fault 1 */
    p->at += length;
    return 1;
}
