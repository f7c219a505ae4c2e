// Keeps the last lines of the standard input in a ring, and prints them; a line "clear" forgets them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT 4

static char *ring[KEPT];
static int next;
static int count;

static int keep(const char *line)
{
    char *copy = malloc(strlen(line) + 1);
    if (!copy)
        return 0;
    strcpy(copy, line);
    free(ring[next]); /* fault 1 */
    ring[next] = copy;
    next = (next + 1) % KEPT;
    if (count < KEPT)
        count++;
    return 1;
}

static void clear(void)
{
    for (int i = 0; i < count; i++) {
        free(ring[i]);
#if FAULT != 1
        ring[i] = NULL;
#endif
    }
    next = 0;
    count = 0;
}

static void print(int last)
{
    int first = (next + KEPT - count) % KEPT;
    if (last < count)
        first = (next + KEPT - last) % KEPT;
    else
        last = count;
#if FAULT == 2
    for (int i = first; i < first + last; i++)
        fputs(ring[i], stdout); /* fault 2 */
#else
    for (int i = 0; i < last; i++)
        fputs(ring[(first + i) % KEPT], stdout);
#endif
}

int main(int argc, char **argv)
{
    char line[100];
    int last = argc > 1 ? atoi(argv[1]) : KEPT;
    if (last < 1 || last > KEPT) {
        fprintf(stderr, "history: from 1 to %d lines are kept\n", KEPT);
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, "clear\n") == 0) {
            clear();
        } else if (!keep(line)) {
            clear();
            return 1;
        }
    }
    print(last);
    clear();
    return 0;
}
