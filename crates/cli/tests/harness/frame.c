#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t bytes[4];
    unsigned used : 3, closed : 1;
    const int limit;
} Frame;

struct list {
    Frame *frame;
    const char *name;
    struct list *next;
    union {
        short narrow;
        long wide;
    };
    int (*visit)(struct list *, int);
    struct hidden *other;
};

static int seen;
static const unsigned most = 9;
struct list *first;

/* Writes behind the end where the text is as long as the frame. */
static int put(Frame *frame, const char *text, size_t len) {
    for (size_t i = 0; i <= len && i < most; i++)
        frame->bytes[i] = (uint8_t)text[i];
    return ++seen;
}

/* Counts at most what the arguments say. */
int count(const uint8_t *bytes, size_t len, uint8_t wanted) {
    int found = 0;
    for (size_t i = 0; i < len; i++)
        found += bytes[i] == wanted;
    return found;
}

long walk(struct list *list, void *memory, double weight) {
    long sum = list->wide + (weight > 0.0);
    for (; list; list = list->next)
        sum ^= (list->name ? list->name[0] : 0) + (list->frame ? list->frame->used : 0) + list->visit(list, 3);
    return sum ^ *(char *)memory ^ (first ? 1 : 0);
}

int release(int *owned) {
    extern void free(void *);
    int value = *owned;
    free(owned);
    return value;
}

int main(void) {
    Frame frame = {{0}, 0, 0, 3};
    return put(&frame, "abc", 3);
}
