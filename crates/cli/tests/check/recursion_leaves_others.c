// flags: --check valid-deref,null-dereference
// What a recursive function cannot reach by its pointers is as it was behind a call of it, and it knows which variables it was given.
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct sum {
  int count;
  int *last;
};

static void add(struct node *node, struct sum *sum) {
  if (!node)
    return;
  sum->count++; // null-dereference: proved, valid-deref: proved
  sum->last = &node->value; // null-dereference: proved, valid-deref: unknown
  add(node->next, sum); // null-dereference: proved, valid-deref: unknown
  free(node);
}

int main(int argc, char **argv) {
  int table[4] = {1, 2, 3, 4}, *at = &table[2];
  struct sum sum = {0, 0};
  struct node *head = 0;
  for (int i = 0; i < argc; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      break;
    node->value = i; // null-dereference: proved, valid-deref: proved
    node->next = head; // null-dereference: proved, valid-deref: proved
    head = node;
  }
  char *text = malloc(8);
  if (!text)
    return 1;
  add(head, &sum);
  text[7] = 0; // null-dereference: proved, valid-deref: proved
  return at[1] + *at + text[7]; // null-dereference: proved, valid-deref: proved
}
