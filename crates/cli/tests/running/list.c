// arguments: 
// input: numbers
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *insert(struct node *list, int value) {
  struct node **at = &list;
  while (*at && (*at)->value < value)
    at = &(*at)->next;
  struct node *node = malloc(sizeof *node);
  *node = (struct node){value, *at};
  *at = node;
  return list;
}

static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}

int main(void) {
  struct node *list = NULL;
  int value;
  while (scanf("%d", &value) == 1)
    list = insert(list, value);
  list = reverse(list);
  long sum = 0;
  while (list) {
    struct node *next = list->next;
    printf("%d%s", list->value, next ? " -> " : "\n");
    sum += list->value;
    free(list);
    list = next;
  }
  printf("%ld\n", sum);
  return 0;
}
