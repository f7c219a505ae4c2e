// Looks for programs in the folders of PATH, as which does: which [-a] NAME...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *joined(const char *folder, size_t length, const char *name)
{
    size_t size = length + strlen(name) + 2;
    char *path = malloc(size);
    if (!path)
        return NULL;
    memcpy(path, folder, length);
    path[length] = '/';
    strcpy(path + length + 1, name);
    return path;
}

static int look(const char *folders, const char *name, int all)
{
    int found = 0;
    const char *p = folders;
    while (*p) {
        size_t length = strcspn(p, ":");
        if (length > 0) {
            char *path = joined(p, length, name);
            if (!path)
                return 0;
            if (access(path, X_OK) == 0) {
                puts(path);
                found = 1;
#if FAULT == 2
                if (!all)
                    return found; /* fault 2 */
#endif
            }
            free(path);
            if (found && !all)
                return found;
        }
        p += length;
        if (*p == ':')
            p++;
    }
    return found;
}

int main(int argc, char **argv)
{
    const char *folders = getenv("PATH");
    int all = 0;
    int missing = 0;
    int opt;
#if FAULT != 1
    if (!folders)
        folders = "/usr/bin:/bin";
#endif
    while ((opt = getopt(argc, argv, "a")) != -1) {
        if (opt != 'a') {
            fprintf(stderr, "usage: which [-a] NAME...\n");
            return 2;
        }
        all = 1;
    }
    if (*folders == '\0') { /* fault 1 */
        fprintf(stderr, "which: PATH is empty\n");
        return 1;
    }
    for (int i = optind; i < argc; i++) {
        if (!look(folders, argv[i], all))
            missing = 1;
    }
    return missing;
}
