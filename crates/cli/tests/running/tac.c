// arguments: 
// input: text
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char **lines = NULL, *line = NULL;
  size_t count = 0, capacity = 0, room = 0;
  while (getline(&line, &room, stdin) != -1) {
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 4;
      lines = realloc(lines, capacity * sizeof *lines);
      if (!lines)
        return 1;
    }
    lines[count++] = strdup(line);
  }
  free(line);
  while (count > 0) {
    fputs(lines[--count], stdout);
    free(lines[count]);
  }
  free(lines);
  return 0;
}
