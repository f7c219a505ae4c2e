// check: valid-deref
// What is before the last slash, where there is none.
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  const char *end = argv[1];
  while (*end)
    end++;
  while (end[-1] != '/') /* BUG */
    end--;
  puts(end);
  return 0;
}
