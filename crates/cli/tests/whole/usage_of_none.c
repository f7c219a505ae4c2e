// check: null-dereference
// The second argument is looked at where there may be one only.
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  printf("from %s\n", argv[1]);
  if (argv[2][0] == '-') /* BUG */
    printf("to the standard output\n");
  return 0;
}
