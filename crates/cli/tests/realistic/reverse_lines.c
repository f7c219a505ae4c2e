// Reverses each line of the standard input, and says which was the longest one.
#include <stdio.h>
#include <string.h>

#define LINE_MAX_LENGTH 128
#define KEPT 16

static void reverse(char *text, size_t length)
{
    size_t left = 0;
    while (left + 1 < length) {
        char c = text[left];
        text[left] = text[length - 1];
        text[length - 1] = c;
        left++;
        length--;
    }
}

static size_t strip(char *line)
{
    size_t length = strlen(line);
#if FAULT == 1
    if (line[length - 1] == '\n') /* fault 1 */
        line[--length] = '\0';
    if (length > 0 && line[length - 1] == '\r')
        line[--length] = '\0';
#else
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        line[--length] = '\0';
#endif
    return length;
}

int main(int argc, char **argv)
{
    char line[LINE_MAX_LENGTH];
    char longest[KEPT] = "";
    size_t most = 0;
    int quiet = argc > 1 && strcmp(argv[1], "-q") == 0;
    while (fgets(line, sizeof line, stdin)) {
        size_t length = strip(line);
        if (length > most) {
            most = length;
#if FAULT == 2
            strncpy(longest, line, sizeof longest);
#else
            strncpy(longest, line, sizeof longest - 1);
#endif
        }
        reverse(line, length);
        puts(line);
    }
    if (!quiet)
        printf("longest: %zu characters, begins with %s\n", most, longest); /* fault 2 */
    return 0;
}
