// Reads and writes UTF-8.
#ifndef UTF8_H
#define UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The number of bytes that were used, 0 if they are no UTF-8 (overlong forms are accepted). */
size_t utf8_decode(const unsigned char *bytes, size_t length, uint32_t *code);
/* How many characters there are; bytes that are none count as one. */
size_t utf8_count(const unsigned char *bytes, size_t length);
/* The greatest character. */
uint32_t utf8_greatest(const unsigned char *bytes, size_t length);

#endif
