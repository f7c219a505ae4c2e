// check: valid-deref
// A buffer that grows when it is full, but not for the zero at its end.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  size_t room = 2, length = 0;
  char *text = malloc(room);
  int c;
  if (!text)
    return 1;
  while ((c = getchar()) != EOF && length < 4) {
    if (length == room) {
      char *more = realloc(text, room *= 2);
      if (!more)
        break;
      text = more;
    }
    text[length++] = c;
  }
  text[length] = 0; /* BUG */
  puts(text);
  free(text);
  return 0;
}
