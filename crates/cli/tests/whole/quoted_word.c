// check: valid-deref
// The end of a quoted word is looked for behind the end of the line.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = malloc(8);
  int length = 0, c;
  if (!line)
    return 1;
  while (length < 7 && (c = getchar()) != EOF && c != '\n')
    line[length++] = c;
  line[length] = 0;
  if (line[0] == '"') {
    char *end = line + 1;
    while (*end != '"') /* BUG */
      end++;
    *end = 0;
  }
  free(line);
  return 0;
}
