/* Any four bytes are taken as a request without reading beyond them. */
#include "../any.h"
#include "http_parser.c"

int main(void)
{
    char text[4];
    http_parser parser;
    http_parser_settings settings;
    any_bytes((unsigned char *)text, 4);
    http_parser_settings_init(&settings);
    http_parser_init(&parser, HTTP_REQUEST);
    assert(http_parser_execute(&parser, &settings, text, 4) <= 4);
    return 0;
}
