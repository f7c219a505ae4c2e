// flags: --check valid-memtrack
// The streams of the library are no variables that could still lead to memory of the program.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) { // valid-memtrack: violated
  (void)argv;
  int *p = malloc(4);
  if (!p)
    return 1;
  if (argc == 3)
    return 2;
  free(p);
  fprintf(stderr, "%d\n", argc);
  return 0;
}
