// Sends the standard input through a ring: use_byte_ring SIZE. At each newline the ring is emptied.
#include "byte_ring.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct byte_ring r;
    int c;
    int size = argc > 1 ? atoi(argv[1]) : 16;
    if (size < 0 || !ring_open(&r, (size_t)size))
        return 1;
    printf("%d%% full\n", ring_fill(&r));
    while ((c = getchar()) != EOF) {
        unsigned char byte;
        if (!ring_put(&r, (unsigned char)c)) {
            printf("full\n");
            break;
        }
        if (c == '\n') {
            while (ring_get(&r, &byte))
                putchar(byte);
        }
    }
    ring_close(&r);
    return 0;
}
