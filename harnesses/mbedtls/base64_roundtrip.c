/* Four bytes, encoded and decoded, are themselves. */
#include "../any.h"
#include "library/base64.c"
#include "library/constant_time.c"

int main(void)
{
    unsigned char in[4], text[9], out[6];
    size_t length, back;
    any_bytes(in, 4);
    assert(mbedtls_base64_encode(text, sizeof text, &length, in, 4) == 0);
    assert(mbedtls_base64_decode(out, sizeof out, &back, text, length) == 0);
    assert(back == 4);
    for (int i = 0; i < 4; i++) assert(in[i] == out[i]);
    return 0;
}
