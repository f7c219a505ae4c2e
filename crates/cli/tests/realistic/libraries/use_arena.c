// Keeps the lines of the standard input in an arena until an empty line comes.
#include "arena.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    struct arena a;
    char line[64];
    const char *last = "";
    arena_init(&a, 128);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0') {
            printf("last: %s\n", last);
            last = "";
            arena_reset(&a);
            continue;
        }
        last = arena_copy(&a, line);
        if (!last) {
            arena_reset(&a);
            return 1;
        }
    }
    arena_reset(&a);
    return 0;
}
