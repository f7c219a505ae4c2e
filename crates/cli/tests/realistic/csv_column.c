// Sums one column of a table with commas, and finds its greatest value: csv_column NUMBER < table.csv
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *field(const char *line, int column)
{
    while (column > 0) {
        line = strchr(line, ',');
        if (!line)
            return NULL;
        line++;
        column--;
    }
    return line;
}

static int number(const char *text, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    return end != text && errno != ERANGE;
}

int main(int argc, char **argv)
{
    char line[256];
    long total = 0;
#if FAULT == 2
    long greatest;
#else
    long greatest = 0;
#endif
    int rows = 0;
    int column;
    if (argc != 2) {
        fprintf(stderr, "usage: csv_column NUMBER\n");
        return 2;
    }
    column = atoi(argv[1]);
    if (column < 1 || column > 100) {
        fprintf(stderr, "csv_column: no such column\n");
        return 2;
    }
    while (rows < 1000000 && fgets(line, sizeof line, stdin)) {
        const char *text = field(line, column - 1);
        long value;
        if (!text || !number(text, &value))
            continue;
#if FAULT != 1
        if (value > INT_MAX || value < INT_MIN) {
            fprintf(stderr, "csv_column: %ld is out of range\n", value);
            continue;
        }
#endif
        if (rows == 0 || value > greatest)
            greatest = value;
        total += value; /* fault 1 */
        rows++;
    }
    printf("rows %d, sum %ld\n", rows, total);
#if FAULT == 2
    if (total > 0 || rows < 2)
        printf("greatest %ld\n", greatest); /* fault 2 */
#else
    if (rows > 0)
        printf("greatest %ld\n", greatest);
#endif
    return 0;
}
