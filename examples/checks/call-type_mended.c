#include <string.h>

typedef int (*handler)(int);

static int twice(int x) { return 2 * (x % 100); }
static int is_given(int x) { return x != 0; }

// A table whose functions have the type of its elements.
static const handler handlers[2] = {twice, is_given};

int main(int argc, char **argv) {
  handler chosen = handlers[argc > 1 && strcmp(argv[1], "-l") == 0];
  return chosen(argc);
}
