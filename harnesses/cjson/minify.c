/* Minifying a text of seven bytes stays within it and does not make it longer. */
#include "../any.h"
#include "cJSON.c"

int main(void)
{
    char text[8];
    any_bytes((unsigned char *)text, 7);
    text[7] = 0;
    size_t before = strlen(text);
    cJSON_Minify(text);
    assert(strlen(text) <= before);
    return 0;
}
