/* Two numbers with a dot between them make an address of 8 and 24 bits. */
#include "../any.h"
#define LWIP_NO_CTYPE_H 1
#include "src/core/ipv4/ip4_addr.c"
#include "src/core/def.c"

int main(void)
{
    char text[8];
    ip4_addr_t address;
    for (int i = 0; i < 5; i++) text[i] = (char)('0' + any_uchar() % 10);
    text[3] = '.';
    text[5] = 0;
    assume(text[0] != '0');
    unsigned first = (unsigned)((text[0] - '0') * 100 + (text[1] - '0') * 10 + (text[2] - '0'));
    int taken = ip4addr_aton(text, &address);
    assert(taken == (first <= 255));
    if (taken) assert(address.addr == (first | ((unsigned)(text[4] - '0') << 24)));
    return 0;
}
