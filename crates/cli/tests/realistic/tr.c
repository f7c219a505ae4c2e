// Replaces the characters of one set with those of another: tr a-z A-Z
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SET_MAX 64

struct set {
    int length;
    unsigned char members[SET_MAX];
};

static char map[256];

static int add(struct set *set, unsigned char c)
{
#if FAULT == 1
    if (set->length > SET_MAX)
#else
    if (set->length >= SET_MAX)
#endif
        return 0;
    set->members[set->length++] = c; /* fault 1 */
    return 1;
}

/* Ranges are written as a-z; a '-' at either end stands for itself. */
static int expand(struct set *set, const char *text)
{
    size_t length = strlen(text);
    set->length = 0;
    for (size_t i = 0; i < length; i++) {
        if (i + 2 < length && text[i + 1] == '-') {
            int from = (unsigned char)text[i];
            int to = (unsigned char)text[i + 2];
            for (int c = from; c <= to; c++) {
                if (!add(set, (unsigned char)c))
                    return 0;
            }
            i += 2;
        } else if (!add(set, (unsigned char)text[i])) {
            return 0;
        }
    }
    return set->length > 0;
}

static char translated(const char *at)
{
#if FAULT == 2
    return map[(int)*at]; /* fault 2 */
#else
    return map[(unsigned char)*at];
#endif
}

int main(int argc, char **argv)
{
    struct set from;
    struct set to;
    char line[256];
    if (argc != 3) {
        fprintf(stderr, "usage: tr FROM TO\n");
        return 2;
    }
    if (!expand(&from, argv[1]) || !expand(&to, argv[2])) {
        fprintf(stderr, "tr: a set is empty, or has more than %d characters\n", SET_MAX);
        return 2;
    }
    for (int i = 0; i < 256; i++)
        map[i] = (char)i;
    for (int i = 0; i < from.length; i++) {
        int last = to.length - 1;
        map[from.members[i]] = (char)to.members[i < last ? i : last];
    }
    while (fgets(line, sizeof line, stdin)) {
        for (char *p = line; *p; p++)
            *p = translated(p);
        fputs(line, stdout);
    }
    return 0;
}
