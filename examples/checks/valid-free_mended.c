#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = malloc(80);
  if (!line)
    return 1;
  if (fgets(line, 80, stdin))
    fputs(line, stdout);
  free(line);
  return 0;
}
