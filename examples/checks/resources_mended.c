#include <stdio.h>

// The first character of a file.
int main(int argc, char **argv) {
  FILE *file = fopen("settings", "r");
  if (!file)
    return 1;
  int first = getc(file);
  if (first != EOF)
    putchar(first);
  fclose(file);
  return first == EOF;
}
