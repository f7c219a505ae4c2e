// Settings from the command line: NAME=VALUE sets, NAME prints. A value may have the name of another setting after a '$'.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETTINGS 8

struct setting {
    char *name;
    char *value;
};

static struct setting settings[SETTINGS];
static int used;

static struct setting *find(const char *name)
{
    for (int i = 0; i < used; i++) {
        if (strcmp(settings[i].name, name) == 0)
            return &settings[i];
    }
    return NULL;
}

/* Takes both texts, and frees them if there is no room. */
static int set(char *name, char *value)
{
    struct setting *s = find(name);
    if (s) {
        free(s->value);
        s->value = value;
        free(name);
        return 1;
    }
    if (used == SETTINGS) {
        free(name);
        free(value);
        return 0;
    }
    settings[used].name = name;
    settings[used].value = value;
    used++;
    return 1;
}

static int assign(const char *text, const char *equals)
{
    size_t length = (size_t)(equals - text);
    const char *from = equals + 1;
    struct setting *other;
    char *name = malloc(length + 1);
    char *value;
    if (!name)
        return 0;
    memcpy(name, text, length);
    name[length] = '\0';
    if (*from == '$') {
        other = find(from + 1);
        if (other)
            from = other->value;
    }
#if FAULT == 2
    if (strcmp(name, "debug") == 0 && other) /* fault 2 */
        printf("debug was set\n");
#endif
    value = strdup(from);
    if (!value) {
        free(name);
        return 0;
    }
#if FAULT == 1
    if (!set(name, value)) {
        fprintf(stderr, "settings: no room for %.*s\n", (int)length, text);
        free(name); /* fault 1 */
        return 0;
    }
    return 1;
#else
    if (!set(name, value)) {
        fprintf(stderr, "settings: no room for %.*s\n", (int)length, text);
        return 0;
    }
    return 1;
#endif
}

int main(int argc, char **argv)
{
    int status = 0;
    for (int i = 1; i < argc && status == 0; i++) {
        const char *equals = strchr(argv[i], '=');
        if (equals) {
            status = !assign(argv[i], equals);
        } else {
            struct setting *s = find(argv[i]);
            printf("%s is %s\n", argv[i], s ? s->value : "not set");
        }
    }
    while (used > 0) {
        used--;
        free(settings[used].name);
        free(settings[used].value);
    }
    return status;
}
