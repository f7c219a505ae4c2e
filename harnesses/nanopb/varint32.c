/* Five bytes that are a number of 32 bits are read as it. */
#include "../any.h"
#include "pb_common.c"
#include "pb_decode.c"

int main(void)
{
    pb_byte_t bytes[5];
    uint32_t got = 0, want = 0;
    any_bytes(bytes, 5);
    for (int i = 0; i < 5; i++) {
        bytes[i] = (pb_byte_t)(i < 4 ? bytes[i] | 0x80 : bytes[i] & 0x0f);
        want |= (uint32_t)(bytes[i] & 0x7f) << (7 * i);
    }
    pb_istream_t in = pb_istream_from_buffer(bytes, 5);
    assert(pb_decode_varint32(&in, &got));
    assert(got == want);
    return 0;
}
