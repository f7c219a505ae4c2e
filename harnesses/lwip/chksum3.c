/* The Internet checksum of 24 bytes by words of four bytes. */
#include "../any.h"
#define LWIP_CHKSUM_ALGORITHM 3
#include "src/core/inet_chksum.c"
#include "src/core/def.c"

int main(void)
{
    union { unsigned word[6]; unsigned char byte[24]; } data;
    any_bytes(data.byte, 24);
    unsigned sum = 0;
    for (int i = 0; i < 24; i += 2) sum += data.byte[i] | ((unsigned)data.byte[i + 1] << 8);
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    assert(lwip_standard_chksum(data.byte, 24) % 65535 == sum % 65535);
    return 0;
}
