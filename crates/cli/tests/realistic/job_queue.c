// A queue of jobs as a linked list. Lines of the standard input: "add NAME", "run", "drop" (all), "list".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    char *name;
    struct job *next;
};

struct queue {
    struct job *first;
    struct job *last;
};

static int add(struct queue *q, const char *name)
{
    struct job *job = malloc(sizeof *job);
    if (!job)
        return 0;
    job->name = strdup(name);
    if (!job->name) {
        free(job);
        return 0;
    }
    job->next = NULL;
    if (q->last)
        q->last->next = job; /* fault 1 */
    else
        q->first = job;
    q->last = job;
    return 1;
}

static void release(struct job *job)
{
    free(job->name); /* fault 2 */
    free(job);
}

static void run(struct queue *q)
{
    struct job *job = q->first;
    if (!job) {
        puts("nothing to do");
        return;
    }
    q->first = job->next;
#if FAULT != 1
    if (!q->first)
        q->last = NULL;
#endif
    printf("running %s\n", job->name);
#if FAULT == 2
    if (strcmp(job->name, "nothing") == 0)
        free(job->name);
#endif
    release(job);
}

static void drop(struct queue *q)
{
    while (q->first) {
        struct job *job = q->first;
        q->first = job->next;
        release(job);
    }
    q->last = NULL;
}

int main(void)
{
    struct queue q = {NULL, NULL};
    char line[80];
    int status = 0;
    while (status == 0 && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "add ", 4) == 0) {
            if (!add(&q, line + 4))
                status = 1;
        } else if (strcmp(line, "run") == 0) {
            run(&q);
        } else if (strcmp(line, "drop") == 0) {
            drop(&q);
        } else if (strcmp(line, "list") == 0) {
            for (struct job *job = q.first; job; job = job->next)
                puts(job->name);
        } else {
            fprintf(stderr, "job_queue: what is '%s'?\n", line);
        }
    }
    drop(&q);
    return status;
}
