#include <stdio.h>
#include <string.h>

// The line without its first character.
int main(void) {
  char line[16];
  if (!fgets(line, sizeof line, stdin))
    return 1;
  memmove(line, line + 1, sizeof line - 1);
  return line[0] == '#';
}
