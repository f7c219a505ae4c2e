// Reads key = value lines with [sections] from the standard input and prints one value: ini SECTION KEY
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char section[16];
    char *key;
    char *value;
    struct entry *next;
};

static char *copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *made = malloc(size);
    if (made)
        memcpy(made, text, size);
    return made;
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

static struct entry *make(const char *section, const char *key, const char *value, struct entry *next)
{
    struct entry *e = malloc(sizeof *e);
    if (!e)
        return NULL;
#if FAULT == 1
    strcpy(e->section, section); /* fault 1 */
#else
    snprintf(e->section, sizeof e->section, "%s", section);
#endif
    e->key = copy(key);
    e->value = copy(value);
    if (!e->key || !e->value || *value == '\0') {
        free(e->key);
#if FAULT != 2
        free(e->value);
#endif
        free(e); /* fault 2 */
        return NULL;
    }
    e->next = next;
    return e;
}

int main(int argc, char **argv)
{
    struct entry *all = NULL;
    char line[128];
    char section[64] = "";
    int found = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: ini SECTION KEY\n");
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        char *text = trim(line);
        if (*text == '\0' || *text == ';' || *text == '#')
            continue;
        if (*text == '[') {
            char *end = strchr(text, ']');
            if (end)
                *end = '\0';
            snprintf(section, sizeof section, "%s", text + 1);
            continue;
        }
        char *equals = strchr(text, '=');
        if (!equals)
            continue;
        *equals = '\0';
        struct entry *e = make(section, trim(text), trim(equals + 1), all);
        if (e)
            all = e;
    }
    while (all) {
        struct entry *next = all->next;
        if (!found && strcmp(all->section, argv[1]) == 0 && strcmp(all->key, argv[2]) == 0) {
            puts(all->value);
            found = 1;
        }
        free(all->key);
        free(all->value);
        free(all);
        all = next;
    }
    return found ? 0 : 1;
}
