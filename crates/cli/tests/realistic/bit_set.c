// A set of small numbers as bits. Arguments: +5 puts 5 in, -5 takes it out, ?5 asks.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMBERS 128
#define WORD_BITS 32
#define WORDS (MEMBERS / WORD_BITS)

struct bit_set {
    unsigned words[WORDS];
};

static void put(struct bit_set *set, int member)
{
    set->words[member / WORD_BITS] |= 1u << (member % WORD_BITS); /* fault 1 */
}

static void take(struct bit_set *set, int member)
{
    set->words[member / WORD_BITS] &= ~(1u << (member % WORD_BITS));
}

static int has(const struct bit_set *set, int member)
{
    return (set->words[member / WORD_BITS] >> (member % WORD_BITS)) & 1; /* fault 2 */
}

/* The least number that is not in the set, or -1. */
static int least_missing(const struct bit_set *set)
{
    int member = 0;
#if FAULT == 2
    while (has(set, member))
        member++;
    return member < MEMBERS ? member : -1;
#else
    while (member < MEMBERS && has(set, member))
        member++;
    return member < MEMBERS ? member : -1;
#endif
}

int main(int argc, char **argv)
{
    struct bit_set *set = calloc(1, sizeof *set);
    if (!set)
        return 1;
    if (argc > 1 && strcmp(argv[1], "all") == 0)
        memset(set->words, 0xff, sizeof set->words);
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i];
        char *end;
        long member;
        if (*text != '+' && *text != '-' && *text != '?')
            continue;
        errno = 0;
        member = strtol(text + 1, &end, 10);
#if FAULT == 1
        if (end == text + 1 || *end != '\0' || errno || member < 0 || member > MEMBERS - (*text != '+')) {
#else
        if (end == text + 1 || *end != '\0' || errno || member < 0 || member >= MEMBERS) {
#endif
            fprintf(stderr, "bit_set: %s is no member\n", text + 1);
            continue;
        }
        if (*text == '+')
            put(set, (int)member);
        else if (*text == '-')
            take(set, (int)member);
        else
            printf("%ld is %s\n", member, has(set, (int)member) ? "there" : "not there");
    }
    printf("least missing: %d\n", least_missing(set));
    free(set);
    return 0;
}
