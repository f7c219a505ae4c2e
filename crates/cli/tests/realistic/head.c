// The first lines (-n) or kilobytes (-k) of a file.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int parse(const char *text, int *value)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE)
        return 0;
    if (number < 0 || number > INT_MAX)
        return 0;
    *value = (int)number;
    return 1;
}

static void copy_lines(FILE *in, int lines)
{
    int c;
    while (lines > 0 && (c = getc(in)) != EOF) {
        putchar(c);
        if (c == '\n')
            lines--;
    }
}

static int copy_bytes(FILE *in, int kilobytes)
{
    int left;
    int c;
#if FAULT != 1
    if (kilobytes > INT_MAX / 1024)
        return 0;
#endif
    left = kilobytes * 1024; /* fault 1 */
    while (left > 0 && (c = getc(in)) != EOF) {
        putchar(c);
        left--;
    }
    return 1;
}

int main(int argc, char **argv)
{
    int lines = 10;
    int kilobytes = -1;
    int opt;
    int status = 0;
    FILE *in;
    while ((opt = getopt(argc, argv, "n:k:")) != -1) {
        int *number = opt == 'n' ? &lines : &kilobytes;
        if (opt == '?' || !parse(optarg, number)) {
            fprintf(stderr, "usage: head [-n lines | -k kilobytes] file\n");
            return 2;
        }
    }
    if (optind >= argc) {
        fprintf(stderr, "head: no file\n");
        return 2;
    }
    in = fopen(argv[optind], "r");
    if (!in) {
        fprintf(stderr, "head: %s: %s\n", argv[optind], strerror(errno));
        return 1;
    }
    if (kilobytes < 0) {
        copy_lines(in, lines);
    } else if (!copy_bytes(in, kilobytes)) {
        fprintf(stderr, "head: too many bytes\n");
        status = 1;
    }
#if FAULT == 2
    if (ferror(in)) {
        perror("head");
        return 1;
    }
    if (kilobytes == 0)
        return status; /* fault 2 */
#endif
    fclose(in);
    return status;
}
