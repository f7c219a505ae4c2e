// Wrong proof: with the input "a" the division at the end is by zero, and cairn check calls it proved.
#include <stdio.h>
#include <string.h>
int main(void)
{
    char text[16];
    char line[32];
    size_t used = 0;
    int lines = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        int written = snprintf(text + used, sizeof text - used, "%u: %s\n", 7u, line);
        if (written < 0)
            return 1;
        if ((size_t)written < sizeof text - used)
            used += (size_t)written;
        lines = 1;
    }
    return 10 / (1 - lines);
}
