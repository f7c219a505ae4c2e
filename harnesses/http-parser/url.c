/* The parts of an address of six bytes lie within it. */
#include "../any.h"
#include "http_parser.c"

int main(void)
{
    char text[6];
    struct http_parser_url url;
    any_bytes((unsigned char *)text, 6);
    http_parser_url_init(&url);
    if (http_parser_parse_url(text, 6, 0, &url) == 0)
        for (int i = 0; i < UF_MAX; i++)
            if (url.field_set & (1 << i)) assert(url.field_data[i].off + url.field_data[i].len <= 6);
    return 0;
}
