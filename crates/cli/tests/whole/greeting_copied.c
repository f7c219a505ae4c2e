// check: valid-deref
// A name from the command line is copied without a look at its length.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  char name[8];
  if (argc != 2) {
    fprintf(stderr, "usage: %s NAME\n", argv[0]);
    return 2;
  }
  strcpy(name, argv[1]); /* BUG */
  printf("hello %s\n", name);
  return 0;
}
