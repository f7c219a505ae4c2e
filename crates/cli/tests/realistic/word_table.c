// Counts how often each word occurs in the standard input, in a hash table: word_table [WORD...] prints the counts of these.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16

struct word {
    char *text;
    unsigned count;
    struct word *next;
};

static struct word *buckets[BUCKETS];

static unsigned hash(const char *text)
{
    unsigned h = 5381;
    while (*text)
        h = h * 33 + (unsigned char)*text++;
    return h % BUCKETS;
}

static struct word *find(const char *text)
{
    struct word *w = buckets[hash(text)];
    while (w && strcmp(w->text, text) != 0)
        w = w->next;
    return w;
}

static int add(const char *text)
{
    struct word *w = find(text);
    if (!w) {
        unsigned at = hash(text);
        w = malloc(sizeof *w);
        if (!w)
            return 0;
        w->text = strdup(text);
        if (!w->text) {
            free(w);
            return 0;
        }
        w->count = 0;
        w->next = buckets[at];
        buckets[at] = w;
    }
    w->count++;
    return 1;
}

static void clear(void)
{
    for (int i = 0; i < BUCKETS; i++) {
#if FAULT == 1
        for (struct word *w = buckets[i]; w; w = w->next) { /* fault 1 */
            free(w->text);
            free(w);
        }
#else
        while (buckets[i]) {
            struct word *w = buckets[i];
            buckets[i] = w->next;
            free(w->text);
            free(w);
        }
#endif
    }
}

int main(int argc, char **argv)
{
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        char *p = line;
        while (*p) {
            while (*p && !isalnum((unsigned char)*p))
                p++;
            char *start = p;
            while (isalnum((unsigned char)*p))
                p++;
            if (p == start)
                break;
            if (*p)
                *p++ = '\0';
            if (!add(start)) {
                fprintf(stderr, "word_table: no memory\n");
                clear();
                return 1;
            }
        }
    }
    for (int i = 1; i < argc; i++) {
        struct word *w = find(argv[i]);
#if FAULT == 2
        printf("%s %u\n", argv[i], w->count); /* fault 2 */
#else
        printf("%s %u\n", argv[i], w ? w->count : 0);
#endif
    }
    clear();
    return 0;
}
