// arguments: {d}?
// input: text
#include <stdio.h>
#include <stdlib.h>

static int rotate(int c, int by) {
  if (c >= 'a' && c <= 'z')
    return 'a' + (c - 'a' + by) % 26;
  if (c >= 'A' && c <= 'Z')
    return 'A' + (c - 'A' + by) % 26;
  return c;
}

int main(int argc, char **argv) {
  int by = argc > 1 ? abs(atoi(argv[1])) : 13, c;
  while ((c = fgetc(stdin)) != EOF)
    fputc(rotate(c, by), stdout);
  return 0;
}
