// check: valid-deref
// The default of a name is a literal, and is capitalized in place.
#include <stdio.h>

int main(int argc, char **argv) {
  char *name = "world";
  if (argc > 1)
    name = argv[1];
  if (name[0] >= 'a' && name[0] <= 'z')
    name[0] -= 32; /* BUG */
  printf("Hello %s\n", name);
  return 0;
}
