// Unpacks a record of the standard input: a number of four bytes, and a name with its length before it.
#include "packer.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    unsigned char bytes[64];
    char name[16];
    uint32_t number;
    struct packer p;
    p.bytes = bytes;
    p.size = fread(bytes, 1, sizeof bytes, stdin);
    p.at = 0;
    if (!unpack_u32(&p, &number) || !unpack_text(&p, name, sizeof name)) {
        fprintf(stderr, "use_packer: bad record\n");
        return 1;
    }
    printf("%u %s\n", (unsigned)number, name);
    p.size = sizeof bytes;
    p.at = 0;
    if (!pack_u32(&p, number / 2) || !pack_text(&p, name))
        return 1;
    return fwrite(bytes, 1, p.at, stdout) == p.at ? 0 : 1;
}
