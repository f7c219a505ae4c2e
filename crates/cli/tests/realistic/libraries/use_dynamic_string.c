// Joins its arguments, twice where the first is -r.
#include "dynamic_string.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct dynamic_string s;
    int repeated = argc > 1 && strcmp(argv[1], "-r") == 0;
    string_init(&s);
    for (int i = 1 + repeated; i < argc; i++) {
        if (!string_append_text(&s, argv[i])) {
            string_free(&s);
            return 1;
        }
    }
    if (repeated && !string_repeat(&s)) {
        string_free(&s);
        return 1;
    }
    puts(string_text(&s));
    string_free(&s);
    return 0;
}
