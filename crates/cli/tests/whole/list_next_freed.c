// check: valid-deref
// A list is freed node by node; the next one is asked of a node that is gone.
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  int c;
  while ((c = getchar()) != EOF && c != '\n') {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return 1;
    node->value = c;
    node->next = head;
    head = node;
  }
  for (struct node *node = head; node; node = node->next) /* BUG */
    free(node);
  return 0;
}
