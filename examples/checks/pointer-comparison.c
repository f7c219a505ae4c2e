#include <stdio.h>

static char first[8], second[8];

// Where in `first` a place is.
static long place(const char *at) { return at - first; }

int main(int argc, char **argv) {
  char *at = argc > 1 ? &second[2] : &first[2];
  printf("%ld\n", place(at));
  return 0;
}
