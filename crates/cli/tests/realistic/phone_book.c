// A phone book in an array that grows. Lines: "NAME NUMBER" adds, "-NAME" removes, "=NAME OTHER" adds OTHER with NAME's number, "?" lists all.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
    char number[20];
};

struct book {
    struct person *people;
    size_t used;
    size_t room;
};

static struct person *find(struct book *b, const char *name)
{
    for (size_t i = 0; i < b->used; i++) {
        if (strcmp(b->people[i].name, name) == 0)
            return &b->people[i];
    }
    return NULL;
}

static int add(struct book *b, const char *name, const char *number)
{
    if (b->used == b->room) {
        size_t room = b->room ? b->room * 2 : 2;
        struct person *people = realloc(b->people, room * sizeof *people);
        if (!people)
            return 0;
        b->people = people;
        b->room = room;
    }
    char *copy = strdup(name);
    if (!copy)
        return 0;
    struct person *p = &b->people[b->used++];
    p->name = copy;
    snprintf(p->number, sizeof p->number, "%s", number); /* fault 1 */
    return 1;
}

static void drop(struct book *b, const char *name)
{
    struct person *p = find(b, name);
    if (!p)
        return;
    free(p->name);
#if FAULT == 2
    if (b->used > 1)
        *p = b->people[--b->used];
#else
    *p = b->people[--b->used];
#endif
}

static int another(struct book *b, const char *name, const char *other)
{
    struct person *p = find(b, name);
    if (!p)
        return 1;
#if FAULT == 1
    return add(b, other, p->number);
#else
    char number[20];
    memcpy(number, p->number, sizeof number);
    return add(b, other, number);
#endif
}

int main(void)
{
    struct book b = {NULL, 0, 0};
    char line[100];
    int status = 0;
    while (status == 0 && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *space = strchr(line, ' ');
        if (space)
            *space++ = '\0';
        if (strcmp(line, "?") == 0) {
            for (size_t i = 0; i < b.used; i++)
                printf("%s: %s\n", b.people[i].name, b.people[i].number);
        } else if (line[0] == '-') {
            drop(&b, line + 1);
        } else if (!space) {
            fprintf(stderr, "phone_book: no number: %s\n", line);
        } else if (line[0] == '=') {
            status = !another(&b, line + 1, space);
        } else {
            status = !add(&b, line, space);
        }
    }
    for (size_t i = 0; i < b.used; i++)
        free(b.people[i].name); /* fault 2 */
    free(b.people);
    return status;
}
