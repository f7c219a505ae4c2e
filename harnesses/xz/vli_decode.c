/* A number that is decoded is encoded to the same bytes: no number has two forms. */
#include "../any.h"
#include "src/liblzma/common/vli_encoder.c"
#include "src/liblzma/common/vli_decoder.c"

int main(void)
{
    uint8_t bytes[4], again[4];
    size_t wrote = 0, read = 0;
    lzma_vli value = 0;
    any_bytes(bytes, 4);
    if (lzma_vli_decode(&value, NULL, bytes, &read, 4) != LZMA_OK) return 0;
    assert(lzma_vli_encode(value, NULL, again, &wrote, 4) == LZMA_OK);
    assert(wrote == read);
    for (size_t i = 0; i < read; i++) assert(bytes[i] == again[i]);
    return 0;
}
