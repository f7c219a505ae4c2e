// check: valid-free
// An argument is no allocated string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char *name = argc > 1 ? argv[1] : strdup("nobody");
  if (!name)
    return 1;
  printf("%s\n", name);
  free(name); /* BUG */
  return 0;
}
