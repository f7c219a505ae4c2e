/* The Internet checksum of 16 bytes by words of two bytes. */
#include "../any.h"
#define LWIP_CHKSUM_ALGORITHM 2
#include "src/core/inet_chksum.c"
#include "src/core/def.c"

int main(void)
{
    union { unsigned word[4]; unsigned char byte[16]; } data;
    any_bytes(data.byte, 16);
    unsigned sum = 0;
    for (int i = 0; i < 16; i += 2) sum += data.byte[i] | ((unsigned)data.byte[i + 1] << 8);
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    assert(lwip_standard_chksum(data.byte, 16) == sum);
    return 0;
}
