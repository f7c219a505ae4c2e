// Multiplies a matrix by itself: matrix SIZE followed by SIZE * SIZE numbers, row after row.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 1000

struct matrix {
    int size;
    long *cells;
};

static int create(struct matrix *m, int size)
{
    m->size = size;
    m->cells = calloc((size_t)size * size, sizeof *m->cells);
    return m->cells != NULL;
}

static int parse(const char *text, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *value >= -LIMIT && *value <= LIMIT;
}

static int fill(struct matrix *m, char **texts)
{
    for (int i = 0; i < m->size * m->size; i++) {
        if (!parse(texts[i], &m->cells[i])) {
            fprintf(stderr, "matrix: %s is no number from %d to %d\n", texts[i], -LIMIT, LIMIT);
            return 0;
        }
    }
    return 1;
}

static void multiply(struct matrix *product, const struct matrix *a, const struct matrix *b)
{
    int n = a->size;
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            long sum = 0;
            for (int k = 0; k < n; k++)
                sum += a->cells[row * n + k] * b->cells[k * n + column];
#if FAULT == 1
            product->cells[(row + 1) * n + column] = sum; /* fault 1 */
#else
            product->cells[row * n + column] = sum;
#endif
        }
    }
}

static void print(const struct matrix *m)
{
    for (int i = 0; i < m->size * m->size; i++)
        printf("%ld%c", m->cells[i], (i + 1) % m->size ? ' ' : '\n');
}

int main(int argc, char **argv)
{
    struct matrix a;
    struct matrix square;
    int size = argc > 1 ? atoi(argv[1]) : 0;
    if (size < 1 || size > 20 || argc != 2 + size * size) {
        fprintf(stderr, "usage: matrix SIZE NUMBER...\n");
        return 2;
    }
    if (!create(&a, size))
        return 1;
    if (!fill(&a, argv + 2)) {
#if FAULT == 2
        return 2; /* fault 2 */
#else
        free(a.cells);
        return 2;
#endif
    }
    if (!create(&square, size)) {
        free(a.cells);
        return 1;
    }
    multiply(&square, &a, &a);
    print(&square);
    free(square.cells);
    free(a.cells);
    return 0;
}
