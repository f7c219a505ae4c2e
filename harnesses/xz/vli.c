/* A number in the format of xz, encoded and decoded, is itself. */
#include "../any.h"
#include "src/liblzma/common/vli_encoder.c"
#include "src/liblzma/common/vli_decoder.c"

int main(void)
{
    uint8_t bytes[9];
    size_t wrote = 0, read = 0;
    lzma_vli value = any_ulong(), back = 0;
    assume(value <= LZMA_VLI_MAX);
    assert(lzma_vli_encode(value, NULL, bytes, &wrote, 9) == LZMA_OK);
    assert(lzma_vli_decode(&back, NULL, bytes, &read, wrote) == LZMA_OK);
    assert(back == value && read == wrote);
    return 0;
}
