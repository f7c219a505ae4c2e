// check: valid-deref
// A queue in an array: the end goes around, the beginning does not.
#include <stdio.h>
#include <stdlib.h>

struct queue {
  int first, last, entries[4];
};

static void add(struct queue *queue, int value) {
  queue->entries[queue->last] = value;
  queue->last = (queue->last + 1) % 4;
}

static int take(struct queue *queue) { return queue->entries[queue->first++]; } /* BUG */

int main(void) {
  struct queue *queue = calloc(1, sizeof *queue);
  int c, sum = 0;
  if (!queue)
    return 1;
  while ((c = getchar()) != EOF && c != '\n') {
    add(queue, c);
    sum ^= take(queue);
  }
  free(queue);
  return sum;
}
