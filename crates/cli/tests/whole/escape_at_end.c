// check: valid-deref
// A backslash stands before a character, and the string may end there.
#include <stdio.h>

static int width(const char *text) {
  int count = 0;
  while (*text) { /* BUG */
    if (*text == '\\')
      text++;
    text++;
    count++;
  }
  return count;
}

int main(int argc, char **argv) { return argc > 1 ? width(argv[1]) : 0; }
