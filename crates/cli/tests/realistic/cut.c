// Prints chosen fields of each line of the standard input: cut -d, -f2 -f4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIELDS 32

static int wanted[FIELDS];

static void print_fields(char *line, char delimiter)
{
    int number = 0;
    int printed = 0;
    char *start = line;
    char *newline = strchr(line, '\n');
#if FAULT == 1
    *newline = '\0'; /* fault 1 */
#else
    if (newline)
        *newline = '\0';
#endif
    while (start && number < FIELDS) {
        char *end = strchr(start, delimiter);
        if (end)
            *end++ = '\0';
        if (wanted[number]) {
            if (printed++)
                putchar(delimiter);
            fputs(start, stdout);
        }
        number++;
        start = end;
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    char line[512];
    char delimiter = '\t';
    int opt;
    while ((opt = getopt(argc, argv, "d:f:")) != -1) {
        int field;
        switch (opt) {
        case 'd':
            if (optarg[0] == '\0' || optarg[0] == '\n') {
                fprintf(stderr, "cut: bad delimiter\n");
                return 2;
            }
            delimiter = optarg[0];
            break;
        case 'f':
            field = atoi(optarg);
#if FAULT == 2
            if (field > FIELDS) {
#else
            if (field < 1 || field > FIELDS) {
#endif
                fprintf(stderr, "cut: fields are from 1 to %d\n", FIELDS);
                return 2;
            }
            field--;
            wanted[field] = 1; /* fault 2 */
            break;
        default:
            fprintf(stderr, "usage: cut [-d c] -f n [-f n]...\n");
            return 2;
        }
    }
    while (fgets(line, sizeof line, stdin))
        print_fields(line, delimiter);
    return 0;
}
