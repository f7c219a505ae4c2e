#include <stdlib.h>

// A list of one or two elements.
struct element { struct element *next; };

int main(int argc, char **argv) {
  struct element *list = malloc(sizeof *list);
  if (!list)
    return 1;
  list->next = argc > 1 ? malloc(sizeof *list) : NULL;
  free(list->next);
  free(list);
  return 0;
}
