/* A length of ASN.1 in three bytes is their value. */
#include "../any.h"
#include "library/asn1parse.c"

int main(void)
{
    static unsigned char data[70000];
    unsigned char *at = data;
    size_t length;
    any_bytes(data, 3);
    assume(data[0] == 0x82);
    assert(mbedtls_asn1_get_len(&at, data + sizeof data, &length) == 0);
    assert(at == data + 3 && length == data[1] * 256u + data[2]);
    return 0;
}
