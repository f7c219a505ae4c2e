// check: null-dereference
// The second field of a line, where there may be one only.
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[12];
  if (!fgets(line, sizeof line, stdin))
    return 1;
  char *first = strtok(line, ":\n"), *second = first ? strtok(NULL, ":\n") : NULL;
  if (first)
    printf("%s: %c\n", first, *second); /* BUG */
  return 0;
}
