#include <stdio.h>
#include <string.h>

// Prints what comes behind the = of the first argument.
int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  char *sign = strchr(argv[1], '=');
  *sign = '\0';
  printf("%s: %s\n", argv[1], sign + 1);
  return 0;
}
