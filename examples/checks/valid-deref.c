#include <stdlib.h>
#include <string.h>

// A copy of the first argument.
int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  char *copy = malloc(strlen(argv[1]));
  if (!copy)
    return 1;
  strcpy(copy, argv[1]);
  free(copy);
  return 0;
}
