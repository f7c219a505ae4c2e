/* The product of polynomials with x is one step of the register. */
#include "../any.h"
#include "crc32.c"

int main(void)
{
    unsigned b = any_uint();
    assert(multmodp((z_crc_t)1 << 30, b) == (b & 1 ? (b >> 1) ^ 0xedb88320u : b >> 1));
    assert(multmodp((z_crc_t)1 << 31, b) == b);
    return 0;
}
