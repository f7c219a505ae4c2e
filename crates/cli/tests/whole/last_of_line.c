// check: valid-deref
// The newline of a line is cut off, which the last line need not have.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char buffer[16];
  if (!fgets(buffer, sizeof buffer, stdin))
    return 0;
  char *line = malloc(strlen(buffer));
  if (!line)
    return 1;
  strcpy(line, buffer); /* BUG */
  line[strlen(line) - 1] = 0;
  puts(line);
  free(line);
  return 0;
}
