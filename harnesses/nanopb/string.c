/* A field with a length is skipped or refused within its bytes. */
#include "../any.h"
#include "pb_common.c"
#include "pb_decode.c"

int main(void)
{
    pb_byte_t bytes[6];
    any_bytes(bytes, 6);
    assume(bytes[0] < 0x80);
    pb_istream_t in = pb_istream_from_buffer(bytes, 6);
    if (pb_skip_field(&in, PB_WT_STRING)) assert(in.bytes_left < 6 && 6 - in.bytes_left == bytes[0] + 1u);
    return 0;
}
