#include <stdio.h>

// The first character of a file.
int main(int argc, char **argv) {
  FILE *file = fopen("settings", "r");
  if (!file)
    return 1;
  int first = getc(file);
  if (first == EOF)
    return 1;
  putchar(first);
  fclose(file);
  return 0;
}
