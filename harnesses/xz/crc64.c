/* The CRC of two bytes by table is the one by long division. */
#include "../any.h"
#include "src/liblzma/check/crc64_fast.c"
#include "src/liblzma/check/crc64_table.c"

int main(void)
{
    uint8_t bytes[2];
    any_bytes(bytes, 2);
    uint64_t crc = ~0ull;
    for (int i = 0; i < 2; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xc96c5795d7870f42ull : crc >> 1;
    }
    assert(lzma_crc64(bytes, 2, 0) == ~crc);
    return 0;
}
