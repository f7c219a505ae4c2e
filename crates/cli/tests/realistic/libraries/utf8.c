// Reads UTF-8.
#include "utf8.h"

size_t utf8_decode(const unsigned char *bytes, size_t length, uint32_t *code)
{
    size_t more;
    uint32_t value;
    if (length == 0)
        return 0;
    if (bytes[0] < 0x80) {
        *code = bytes[0];
        return 1;
    }
    if (bytes[0] >= 0xc0 && bytes[0] < 0xe0) {
        more = 1;
        value = bytes[0] & 0x1f;
    } else if (bytes[0] >= 0xe0 && bytes[0] < 0xf0) {
        more = 2;
        value = bytes[0] & 0x0f;
    } else if (bytes[0] >= 0xf0 && bytes[0] < 0xf8) {
        more = 3;
        value = bytes[0] & 0x07;
    } else {
        return 0;
    }
#if FAULT == 1
    if (more > length)
#else
    if (more >= length)
#endif
        return 0;
    for (size_t i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80) /* fault 1 */
            return 0;
        value = value << 6 | (bytes[i] & 0x3fu);
    }
    *code = value;
    return more + 1;
}

size_t utf8_count(const unsigned char *bytes, size_t length)
{
    size_t count = 0;
    while (length > 0) {
        uint32_t code;
        size_t used = utf8_decode(bytes, length, &code);
        if (used == 0)
            used = 1;
        bytes += used;
        length -= used;
        count++;
    }
    return count;
}

uint32_t utf8_greatest(const unsigned char *bytes, size_t length)
{
#if FAULT == 2
    uint32_t greatest;
#else
    uint32_t greatest = 0;
#endif
    size_t at = 0;
    while (at < length) {
        uint32_t code = 0;
        size_t used = utf8_decode(bytes + at, length - at, &code);
        if (at == 0 || code > greatest)
            greatest = code;
        at += used ? used : 1;
    }
    return greatest; /* fault 2 */
}
