// Writes each argument in base64.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static char *encode(const unsigned char *bytes, size_t length)
{
#if FAULT == 1
    size_t size = (length + 2) / 3 * 4;
#else
    size_t size = (length + 2) / 3 * 4 + 1;
#endif
    char *text = malloc(size);
    char *out = text;
    size_t i;
    if (!text)
        return NULL;
    for (i = 0; i + 2 < length; i += 3) {
        unsigned three = (unsigned)bytes[i] << 16 | (unsigned)bytes[i + 1] << 8 | bytes[i + 2];
        *out++ = digits[three >> 18];
        *out++ = digits[three >> 12 & 63];
        *out++ = digits[three >> 6 & 63];
        *out++ = digits[three & 63];
    }
    if (i < length) {
        unsigned rest = (unsigned)bytes[i] << 16;
#if FAULT == 2
        if (i < length)
#else
        if (i + 1 < length)
#endif
            rest |= (unsigned)bytes[i + 1] << 8; /* fault 2 */
        *out++ = digits[rest >> 18];
        *out++ = digits[rest >> 12 & 63];
        *out++ = i + 1 < length ? digits[rest >> 6 & 63] : '=';
        *out++ = '=';
    }
    *out = '\0'; /* fault 1 */
    return text;
}

/* The bytes that an argument stands for: %41 is A. */
static unsigned char *decode_percent(const char *text, size_t *length)
{
    size_t n = strlen(text);
    unsigned char *bytes = malloc(n > 0 ? n : 1);
    size_t used = 0;
    if (!bytes)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        unsigned value;
        if (text[i] == '%' && i + 2 < n && sscanf(text + i + 1, "%2x", &value) == 1) {
            bytes[used++] = (unsigned char)value;
            i += 2;
        } else {
            bytes[used++] = (unsigned char)text[i];
        }
    }
    *length = used;
    return bytes;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: base64 TEXT...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        size_t length;
        unsigned char *bytes = decode_percent(argv[i], &length);
        if (!bytes)
            return 1;
        char *text = encode(bytes, length);
        free(bytes);
        if (!text)
            return 1;
        puts(text);
        free(text);
    }
    return 0;
}
