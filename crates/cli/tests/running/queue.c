// arguments: 
// input: commands
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct queue {
  char items[4][16];
  unsigned head, tail;
};

static bool put(struct queue *q, const char *item) {
  if (q->tail - q->head == 4)
    return false;
  strncpy(q->items[q->tail % 4], item, sizeof q->items[0] - 1);
  q->items[q->tail++ % 4][15] = '\0';
  return true;
}

static const char *get(struct queue *q) { return q->head == q->tail ? NULL : q->items[q->head++ % 4]; }

int main(void) {
  struct queue q;
  memset(&q, 0, sizeof q);
  char word[16];
  int lost = 0;
  while (scanf("%15s", word) == 1) {
    if (!strcmp(word, "add") || !strcmp(word, "mul")) {
      const char *item = get(&q);
      printf("%s\n", item ? item : "(empty)");
    } else if (!put(&q, word))
      lost++;
  }
  printf("%u left, %d lost\n", q.tail - q.head, lost);
  return lost;
}
