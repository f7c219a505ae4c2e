/* Bytes are encoded only where there is room for them and their end. */
#include "../any.h"
#define sodium_misuse misuse
static void misuse(void)
{
    assume(0);
}
#include "src/libsodium/sodium/codecs.c"

int main(void)
{
    unsigned char in[4];
    size_t count = any_uint(), room = any_uint();
    assume(count <= 4 && room >= 1 && room <= 9);
    char *out = malloc(room);
    assume(out != 0);
    any_bytes(in, 4);
    sodium_bin2base64(out, room, in, count, 1);
    assert(out[room - 1] == 0);
    free(out);
    return 0;
}
