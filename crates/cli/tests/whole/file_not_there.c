// check: null-dereference
// A file that cannot be opened.
#include <stdio.h>

int main(int argc, char **argv) {
  int c, lines = 0;
  FILE *file = argc > 1 ? fopen(argv[1], "r") : stdin;
  while ((c = getc(file)) != EOF) /* BUG */
    lines += c == '\n';
  printf("%d\n", lines);
  return 0;
}
