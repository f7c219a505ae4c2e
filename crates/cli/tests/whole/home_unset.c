// check: null-dereference
// HOME need not be set.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char path[4096];
  const char *home = getenv("HOME");
  if (strlen(home) > 4000) /* BUG */
    return 1;
  strcpy(path, home);
  strcat(path, "/.profile");
  puts(path);
  return 0;
}
