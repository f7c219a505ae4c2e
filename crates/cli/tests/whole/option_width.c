// check: division
// A width of none.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int width = 8;
  if (argc == 3 && strcmp(argv[1], "-w") == 0)
    width = argv[2][0] - '0';
  if (width < 0 || width > 9)
    return 2;
  printf("%d columns\n", 80 / width); /* BUG */
  return 0;
}
