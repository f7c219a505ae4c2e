// Run-length encoding of text: "aaab" becomes "3a1b". With -d the other way round.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 64

static void encode(const char *text, size_t length)
{
    char piece[8];
    size_t i = 0;
    while (i < length) {
        size_t run = 1;
#if FAULT == 2
        while (text[i + run] == text[i] && run < 9999) /* fault 2 */
            run++;
#else
        while (i + run < length && text[i + run] == text[i] && run < 9999)
            run++;
#endif
        snprintf(piece, sizeof piece, "%zu%c", run, text[i]);
        fputs(piece, stdout);
        i += run;
    }
    putchar('\n');
}

static int decode(const char *text)
{
    while (*text) {
        int count = 0;
        while (isdigit((unsigned char)*text)) {
            count = count * 10 + (*text - '0');
            if (count > 9999)
                return 0;
            text++;
        }
        if (count == 0 || *text == '\0')
            return 0;
        while (count-- > 0)
            putchar(*text);
        text++;
    }
    putchar('\n');
    return 1;
}

int main(int argc, char **argv)
{
    char line[LONGEST];
    int decoding = argc > 1 && strcmp(argv[1], "-d") == 0;
#if FAULT == 1
    while (fgets(line, LONGEST + 1, stdin)) { /* fault 1 */
#else
    while (fgets(line, LONGEST, stdin)) {
#endif
        size_t length = strcspn(line, "\n");
        if (decoding) {
            line[length] = '\0';
            if (!decode(line)) {
                fprintf(stderr, "run_lengths: bad input\n");
                return 1;
            }
            continue;
        }
        /* encode has its own copy, without a zero at the end. */
        char *copy = malloc(length ? length : 1);
        if (!copy)
            return 1;
        memcpy(copy, line, length);
        encode(copy, length);
        free(copy);
    }
    return 0;
}
