// Prints the standard input as hexadecimal numbers and characters, as hexdump -C does: hexdump [WIDTH]
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_WIDTH 32

static void print_row(unsigned long offset, const unsigned char *row, size_t used, size_t width)
{
    printf("%08lx ", offset);
    for (size_t i = 0; i < width; i++) {
        if (i < used)
            printf(" %02x", row[i]);
        else
            printf("   ");
    }
    printf("  |");
    for (size_t i = 0; i < used; i++)
        putchar(isprint(row[i]) ? row[i] : '.');
    printf("|\n");
}

/* Reads until the row is full or the input ends. */
static size_t fill(int fd, unsigned char *row, size_t width)
{
    size_t used = 0;
    while (used < width) {
#if FAULT == 1
        ssize_t got = read(fd, row + used, width); /* fault 1 */
#else
        ssize_t got = read(fd, row + used, width - used);
#endif
        if (got <= 0)
            break;
        used += (size_t)got;
    }
    return used;
}

int main(int argc, char **argv)
{
    unsigned char row[MAX_WIDTH];
    unsigned long offset = 0;
    size_t used;
    unsigned char last;
    int width = argc > 1 ? atoi(argv[1]) : 16;
    if (width < 1 || width > MAX_WIDTH) {
        fprintf(stderr, "hexdump: a width is from 1 to %d\n", MAX_WIDTH);
        return 2;
    }
    while ((used = fill(STDIN_FILENO, row, (size_t)width)) > 0) {
        print_row(offset, row, used, (size_t)width);
        offset += used;
        last = row[used - 1];
    }
    printf("%08lx\n", offset);
#if FAULT != 2
    if (offset == 0)
        return 0;
#endif
    if (last != '\n') /* fault 2 */
        fprintf(stderr, "hexdump: no newline at the end\n");
    return 0;
}
