/* Any signed 64 bits, encoded by zigzag and decoded, are themselves. */
#include "../any.h"
#include "pb_common.c"
#include "pb_decode.c"
#undef checkreturn
#undef pb_int64_t
#undef pb_uint64_t
#include "pb_encode.c"

int main(void)
{
    pb_byte_t bytes[10];
    int64_t value = (int64_t)any_ulong(), back = 0;
    pb_ostream_t out = pb_ostream_from_buffer(bytes, sizeof bytes);
    assert(pb_encode_svarint(&out, value));
    pb_istream_t in = pb_istream_from_buffer(bytes, out.bytes_written);
    assert(pb_decode_svarint(&in, &back));
    assert(back == value);
    return 0;
}
