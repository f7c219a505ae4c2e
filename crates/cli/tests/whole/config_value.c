// check: null-dereference
// A line of a configuration need not have a '='.
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    char *value = strchr(line, '=');
    *value++ = 0; /* BUG */
    printf("%s is %s", line, value);
  }
  return 0;
}
