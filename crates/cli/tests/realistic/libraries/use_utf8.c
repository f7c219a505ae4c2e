// How many characters each line has that is read.
#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        size_t length = strcspn(line, "\n");
        unsigned char *bytes = malloc(length + (length == 0));
        if (!bytes)
            return 1;
        memcpy(bytes, line, length);
        uint32_t greatest = utf8_greatest(bytes, length);
        printf("%zu characters, the greatest is %s\n", utf8_count(bytes, length), greatest > 127 ? "not ASCII" : "ASCII");
        free(bytes);
    }
    return 0;
}
