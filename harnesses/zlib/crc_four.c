/* The CRC by table of four bytes is the one by long division. */
#include "../any.h"
#include "crc32.c"

static unsigned reference(const unsigned char *data, int count)
{
    unsigned crc = 0xffffffffu;
    for (int i = 0; i < count; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

int main(void)
{
    unsigned char data[4];
    any_bytes(data, 4);
    assert((unsigned)crc32(0, data, 4) == reference(data, 4));
    return 0;
}
