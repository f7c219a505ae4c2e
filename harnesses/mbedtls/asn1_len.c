/* A length of ASN.1 is read within the bytes that are there. */
#include "../any.h"
#include "library/asn1parse.c"

int main(void)
{
    unsigned char data[5], *at = data;
    size_t length, there = any_uint();
    assume(there <= 5);
    unsigned char *exact = malloc(there);
    assume(exact != 0);
    any_bytes(data, 5);
    for (size_t i = 0; i < there; i++) exact[i] = data[i];
    at = exact;
    if (mbedtls_asn1_get_len(&at, exact + there, &length) == 0)
        assert(length <= (size_t)(exact + there - at) && (data[0] & 0x80 || length == data[0]));
    free(exact);
    return 0;
}
