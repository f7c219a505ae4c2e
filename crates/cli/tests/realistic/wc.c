// Counts lines, words and bytes of the files that are named, or of the standard input, as wc does.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct counts {
    unsigned long lines;
    unsigned long words;
    unsigned long bytes;
};

static void count(FILE *in, struct counts *c)
{
    int inside = 0;
    int ch;
    while ((ch = getc(in)) != EOF) { /* fault 1 */
        c->bytes++;
        if (ch == '\n')
            c->lines++;
        if (isspace(ch)) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            c->words++;
        }
    }
}

static void show(const struct counts *c, const char *name, int average)
{
    printf("%7lu %7lu %7lu %s\n", c->lines, c->words, c->bytes, name);
    if (average) {
#if FAULT == 2
        if (c->words > 0)
#else
        if (c->lines > 0)
#endif
            printf("%lu words a line\n", c->words / c->lines); /* fault 2 */
    }
}

int main(int argc, char **argv)
{
    struct counts total = {0, 0, 0};
    int average = 0;
    int status = 0;
    int opt;
    while ((opt = getopt(argc, argv, "a")) != -1) {
        if (opt == 'a') {
            average = 1;
        } else {
            fprintf(stderr, "usage: wc [-a] [file...]\n");
            return 2;
        }
    }
    if (optind == argc) {
        count(stdin, &total);
        show(&total, "-", average);
        return 0;
    }
    for (int i = optind; i < argc; i++) {
        struct counts one = {0, 0, 0};
        FILE *in = fopen(argv[i], "r");
#if FAULT != 1
        if (!in) {
            perror(argv[i]);
            status = 1;
            continue;
        }
#endif
        count(in, &one);
        fclose(in);
        show(&one, argv[i], average);
        total.lines += one.lines;
        total.words += one.words;
        total.bytes += one.bytes;
    }
    if (argc - optind > 1)
        show(&total, "total", average);
    return status;
}
