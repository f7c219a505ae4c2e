// check: valid-deref
// A folder and a name, with a slash between them that nobody counted.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *folder, const char *name) {
  size_t one = strlen(folder), other = strlen(name);
  if (one > 4 || other > 4)
    exit(2);
  char *path = malloc(one + other + 1);
  if (!path)
    exit(1);
  memcpy(path, folder, one);
  path[one] = '/';
  memcpy(path + one + 1, name, other);
  path[one + 1 + other] = 0; /* BUG */
  return path;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  char *path = join(argv[1], argv[2]);
  FILE *file = fopen(path, "r");
  free(path);
  if (!file)
    return 1;
  fclose(file);
  return 0;
}
