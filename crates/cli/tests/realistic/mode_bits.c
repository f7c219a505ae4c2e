// Says what permissions mean: mode_bits 640 prints rw-r-----, mode_bits rw-r----- prints 640. With -c, a short comment follows.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LETTERS 9

struct mode {
    unsigned bits;
    char letters[LETTERS + 1];
};

static int from_digits(struct mode *m, const char *text)
{
    m->bits = 0;
    if (strlen(text) != 3)
        return 0;
    for (int i = 0; i < 3; i++) {
        if (text[i] < '0' || text[i] > '7')
            return 0;
        m->bits = m->bits << 3 | (unsigned)(text[i] - '0');
    }
    for (int i = 0; i < LETTERS; i++)
        m->letters[i] = m->bits >> (LETTERS - 1 - i) & 1 ? "rwx"[i % 3] : '-';
    m->letters[LETTERS] = '\0';
    return 1;
}

static int from_letters(struct mode *m, const char *text)
{
    unsigned bits = 0;
    size_t length = strlen(text);
#if FAULT == 1
    if (length < LETTERS)
        return 0;
    memcpy(m->letters, text, length + 1); /* fault 1 */
#else
    if (length != LETTERS)
        return 0;
    memcpy(m->letters, text, LETTERS + 1);
#endif
    for (int i = 0; i < LETTERS; i++) {
        bits <<= 1;
        if (text[i] == "rwx"[i % 3])
            bits |= 1;
        else if (text[i] != '-')
            return 0;
    }
    m->bits = bits;
    return 1;
}

int main(int argc, char **argv)
{
    int commented = argc > 2 && strcmp(argv[1], "-c") == 0;
    const char *text = argc > 1 + commented ? argv[1 + commented] : "";
    struct mode *m = malloc(sizeof *m);
    int risk;
    int done;
    if (!m)
        return 1;
    done = isdigit((unsigned char)*text) ? from_digits(m, text) : from_letters(m, text);
    if (!done) {
        fprintf(stderr, "mode_bits: '%s' are no permissions\n", text);
        free(m);
        return 2;
    }
    printf("%03o %s\n", m->bits, m->letters);
    if (m->bits & 2)
        risk = 3;
    else if (m->bits & 020)
        risk = 2;
    else if (m->bits & 0111)
        risk = 1;
#if FAULT != 2
    else
        risk = 0;
#endif
    if (commented)
        printf("%s\n", risk > 1 ? "others may write" : "only the owner may write"); /* fault 2 */
    free(m);
    return 0;
}
