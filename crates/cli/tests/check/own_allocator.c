// flags: --check valid-deref
// All objects are of one malloc, but of several calls of its caller.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t size) {
  void *p = malloc(size);
  if (!p)
    exit(1);
  return p;
}

struct comment {
  char **text;
  struct comment *next;
  int count;
};

static struct comment *comment(int count) {
  struct comment *one = allocate(sizeof *one);
  one->text = allocate(sizeof(char *) * 4); // valid-deref: proved
  char **text = one->text; // valid-deref: proved
  text[0] = allocate(8); // valid-deref: proved
  text[1] = NULL; // valid-deref: proved
  text[0][7] = 0; // valid-deref: proved
  one->next = NULL; // valid-deref: proved
  one->count = count; // valid-deref: proved
  return one;
}

int main(int argc, char **argv) {
  struct comment *list = NULL;
  for (int n = 0; n < argc; n++) {
    struct comment *one = comment(argc);
    one->next = list; // valid-deref: proved
    list = one;
  }
  int total = 0;
  for (struct comment *c = list; c; c = c->next) // valid-deref: proved
    total ^= c->count; // valid-deref: proved
  return total;
}
