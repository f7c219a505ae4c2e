/* One step of the CRC by table is eight steps of long division, whatever came before. */
#include "../any.h"
#include "crc32.c"

int main(void)
{
    unsigned char byte = any_uchar();
    unsigned before = any_uint(), crc = ~before ^ byte;
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
    assert((unsigned)crc32(before, &byte, 1) == ~crc);
    return 0;
}
