// check: valid-deref
// A line of more words than there is room for.
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[16], *words[3];
  int count = 0;
  if (!fgets(line, sizeof line, stdin))
    return 0;
  for (char *at = line; *at; at++)
    if (*at != ' ' && (at == line || at[-1] == ' '))
      words[count++] = at; /* BUG */
  printf("%d\n", count);
  return count > 0 ? *words[0] : 0;
}
