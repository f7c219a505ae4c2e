// check: valid-deref
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char editor[8] = "vi";
  const char *named = getenv("EDITOR");
  if (named && *named)
    strncpy(editor, named, sizeof editor);
  size_t length = 0;
  while (editor[length]) /* BUG */
    length++;
  printf("%zu\n", length);
  return 0;
}
