// check: valid-deref
// A buffer of a function that has returned.
#include <stdio.h>
#include <string.h>

static const char *upper(const char *text) {
  char buffer[16], *volatile kept = buffer;
  size_t length = strlen(text);
  if (length > 15)
    length = 15;
  for (size_t i = 0; i < length; i++)
    buffer[i] = text[i] >= 'a' && text[i] <= 'z' ? text[i] - 32 : text[i];
  buffer[length] = 0;
  return kept;
}

int main(int argc, char **argv) {
  const char *text = upper(argc > 1 ? argv[1] : "abc");
  return text[0]; /* BUG */
}
