#include <string.h>

typedef int (*handler)(int);

static int twice(int x) { return 2 * (x % 100); }
static int length(const char *text) { return text != 0; }

// A table with a function of another type behind a cast.
static const handler handlers[2] = {twice, (handler)length};

int main(int argc, char **argv) {
  handler chosen = handlers[argc > 1 && strcmp(argv[1], "-l") == 0];
  return chosen(argc);
}
