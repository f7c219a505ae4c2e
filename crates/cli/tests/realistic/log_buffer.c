// Collects messages in a buffer of fixed size, and prints it when it is full: log_buffer [LEVEL] < lines
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_SIZE 256

struct log {
    char text[BUFFER_SIZE];
    size_t used;
    unsigned flushes;
};

static void flush(struct log *log)
{
    fwrite(log->text, 1, log->used, stdout);
    log->used = 0;
    log->flushes++;
}

static void append(struct log *log, unsigned number, const char *message)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        size_t left = BUFFER_SIZE - log->used;
#if FAULT == 1
        int written = snprintf(log->text + log->used, BUFFER_SIZE, "%u: %s\n", number, message); /* fault 1 */
#else
        int written = snprintf(log->text + log->used, left, "%u: %s\n", number, message);
#endif
        if (written < 0)
            return;
        if ((size_t)written < left) {
            log->used += (size_t)written;
            return;
        }
        flush(log);
    }
    fprintf(stderr, "log_buffer: message %u is too long\n", number);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"error", "warning", "note", "debug"};
    struct log log;
    char line[512];
    unsigned number = 0;
    int level = argc > 1 ? atoi(argv[1]) : 0;
#if FAULT == 2
    if (level < 0 || level > (int)sizeof names) {
#else
    if (level < 0 || level >= (int)(sizeof names / sizeof names[0])) {
#endif
        fprintf(stderr, "log_buffer: unknown level\n");
        return 2;
    }
    printf("level %s\n", names[level]); /* fault 2 */
    log.used = 0;
    log.flushes = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        append(&log, ++number, line);
    }
    flush(&log);
    printf("%u messages, %u times flushed\n", number, log.flushes);
    return 0;
}
